import SwiftObserver

/// Both operands of an operator, each in the six forms that an operand can have.
///
/// This is a structure so that the closures that change operands need not spell out `self`.
struct Operands<Plain: PlainOperand & Sendable> {

    let l2: Var<Plain>, l3: Var<Plain?>, l4: Var<Plain>?, l5: Var<Plain?>?
    let r0: Plain, r1: Plain?, r2: Var<Plain>, r3: Var<Plain?>, r4: Var<Plain>?, r5: Var<Plain?>?
    private let plainLeft: PlainLeft<Plain>

    /// Creates operands of two values.
    ///
    /// In place of a value that is `nil`, there's what counts as `nil` in that form: nothing, a variable that contains
    /// nothing, no variable, or else the value that counts in place of `nil`. Two of these fit the sixth form.
    init(_ left: Plain?, _ right: Plain?, sixthLacksVariable: Bool = false) {
        plainLeft = PlainLeft(left ?? .valueOfNil, left)
        (_, _, l2, l3, l4, l5) = Self.forms(of: left, sixthLacksVariable)
        (r0, r1, r2, r3, r4, r5) = Self.forms(of: right, sixthLacksVariable)
    }

    private static func forms(
        of value: Plain?, _ sixthLacksVariable: Bool
    ) -> (Plain, Plain?, Var<Plain>, Var<Plain?>, Var<Plain>?, Var<Plain?>?) {
        let plain = value ?? .valueOfNil, sixth = value == nil && sixthLacksVariable ? nil : Var(value)
        return (plain, value, Var(plain), Var(value), value.map { Var($0) }, sixth)
    }

    var l0: Plain {
        get { plainLeft.l0 }
        nonmutating set { plainLeft.l0 = newValue }
    }

    var l1: Plain? {
        get { plainLeft.l1 }
        nonmutating set { plainLeft.l1 = newValue }
    }

    /// What the left operands are, in the order of their forms.
    var lefts: [Plain?] { [l0, l1, l2.value, l3.value, l4?.value, l5.flatMap(\.value)] }

    /// What the right operands are, in the order of their forms.
    var rights: [Plain?] { [r0, r1, r2.value, r3.value, r4?.value, r5.flatMap(\.value)] }

    /// The left operands that aren't there, so that nothing can be assigned to them.
    var missing: [Int] { (l4 == nil ? [4] : []) + (l5 == nil ? [5] : []) }

    /// Records what the left operands that are variables send.
    func observe(by dog: Dog) -> Recorder<Sending<Plain>> {
        let log = Recorder<Sending<Plain>>()
        func observe(_ variable: Var<Plain>, _ form: Int) {
            dog.observe(variable) { [box = WeakBox(variable)] in
                log.record(Sending(form: form, old: $0.old, new: $0.new, isByVariable: $1 === box.object))
            }
        }
        func observe(_ variable: Var<Plain?>, _ form: Int) {
            dog.observe(variable) { [box = WeakBox(variable)] in
                log.record(Sending(form: form, old: $0.old, new: $0.new, isByVariable: $1 === box.object))
            }
        }
        observe(l2, 2)
        observe(l3, 3)
        if let l4 { observe(l4, 4) }
        if let l5 { observe(l5, 5) }
        return log
    }
}

/// The left operands that are no variables.
private final class PlainLeft<Plain> {
    var l0: Plain, l1: Plain?
    init(_ l0: Plain, _ l1: Plain?) { (self.l0, self.l1) = (l0, l1) }
}

/// An update that the left operand of some form sent.
struct Sending<Plain: Equatable & Sendable>: Equatable, Sendable {
    let form: Int
    let old: Plain?, new: Plain?
    let isByVariable: Bool
}

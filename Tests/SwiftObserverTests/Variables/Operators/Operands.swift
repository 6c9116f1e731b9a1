import SwiftObserver

/// Both operands of an operator, each in the six forms that an operand can have.
///
/// This is a structure so that closures that change operands don't need to spell out `self`.
struct Operands<Plain: PlainOperand & Sendable> {

    let l2: Var<Plain>, l3: Var<Plain?>, l4: Var<Plain>?, l5: Var<Plain?>?
    let r0: Plain, r1: Plain?, r2: Var<Plain>, r3: Var<Plain?>, r4: Var<Plain>?, r5: Var<Plain?>?
    private let plainLeft: PlainLeft<Plain>

    /// Creates operands of two values.
    ///
    /// Each form replaces `nil` by its counterpart: no value, a variable without a value, no
    /// variable, or the value that counts as `nil`. Two of these fit the sixth form.
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

    /// The values of the left operands, in the order of their forms.
    var lefts: [Plain?] { [l0, l1, l2.value, l3.value, l4?.value, l5.flatMap(\.value)] }

    /// The values of the right operands, in the order of their forms.
    var rights: [Plain?] { [r0, r1, r2.value, r3.value, r4?.value, r5.flatMap(\.value)] }

    /// The forms of the left operands that don't exist, so that nothing can be assigned to them.
    var missing: [Int] { (l4 == nil ? [4] : []) + (l5 == nil ? [5] : []) }

    /// Records the updates of the left operands that are variables.
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

/// The left operands that aren't variables.
private final class PlainLeft<Plain> {
    var l0: Plain, l1: Plain?
    init(_ l0: Plain, _ l1: Plain?) { (self.l0, self.l1) = (l0, l1) }
}

/// An update that a left operand sent, with the form of that operand.
struct Sending<Plain: Equatable & Sendable>: Equatable, Sendable {
    let form: Int
    let old: Plain?, new: Plain?
    let isByVariable: Bool
}

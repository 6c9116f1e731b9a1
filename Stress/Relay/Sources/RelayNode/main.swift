import Foundation
import RelayRig

// A process of the kill tests, which publishes or subscribes. The harness starts it and talks to it
// by lines.

signal(SIGPIPE, SIG_IGN)
// It ends after a while in any case.
alarm(180)

do {
    var arguments = CommandLine.arguments.dropFirst()
    switch arguments.popFirst() {
    case "publish": try PublishingNode(arguments).run()
    case "subscribe": try SubscribingNode(arguments).run()
    default: throw RigError("The first word is 'publish' or 'subscribe'.")
    }
} catch {
    printError("RelayNode: \(error)")
    exit(2)
}

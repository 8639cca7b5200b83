import BroadcastPool
import Dispatch
import NIOPosix

/// One way to run an empty piece of work on another thread.
struct Contestant {
  let name: String
  /// Submits that many pieces of work from one thread and returns when all are done.
  let run: (Int) -> Void

  /// What everybody is measured with: as many threads as processors, one submitter, and a result
  /// that is counted where it arrives.
  static func all(threads: Int) -> [Contestant] {
    [distinct(threads), equal(threads), dispatch(threads), nio(threads)]
  }

  private static func distinct(_ threads: Int) -> Contestant {
    let pool = BroadcastPool<Int, Int>(name: "bench", threads: threads) { request, _ in request }
    let handler = Handler()
    return Contestant(name: "BroadcastPool, distinct") { count in
      let countdown = Countdown(count)
      for request in 0..<count {
        pool.request(request, for: handler) { _ in countdown.countOne() }
      }
      countdown.wait()
    }
  }

  private static func equal(_ threads: Int) -> Contestant {
    let pool = BroadcastPool<Int, Int>(name: "bench", threads: threads) { request, _ in request }
    let handler = Handler()
    return Contestant(name: "BroadcastPool, equal") { count in
      let countdown = Countdown(count)
      for _ in 0..<count {
        pool.request(0, for: handler) { _ in countdown.countOne() }
      }
      countdown.wait()
    }
  }

  private static func dispatch(_ threads: Int) -> Contestant {
    let queue = DispatchQueue(label: "bench", attributes: .concurrent)
    return Contestant(name: "DispatchQueue.async") { count in
      let countdown = Countdown(count)
      for _ in 0..<count {
        queue.async { countdown.countOne() }
      }
      countdown.wait()
    }
  }

  private static func nio(_ threads: Int) -> Contestant {
    let pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
    return Contestant(name: "NIOThreadPool") { count in
      let countdown = Countdown(count)
      for _ in 0..<count {
        pool.submit { _ in countdown.countOne() }
      }
      countdown.wait()
    }
  }
}

/// The handler of the benchmark's receivers.
private final class Handler: Sendable {}

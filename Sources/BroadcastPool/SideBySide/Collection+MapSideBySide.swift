extension Collection where Element: Sendable {
  /// The results of `transform`, applied side by side on threads of a pool of its own, in the order
  /// of the elements; blocks the calling thread.
  ///
  /// The error thrown is that of the first element, in their order, that failed, whatever the
  /// timing; running work is then cancelled, and has ended when this throws.
  /// - Parameters:
  ///   - threads: the most threads, at least 1; without it as many as there are processors.
  ///   - batchSize: how many neighbours make one request; more where one element is little work.
  ///   - name: names the threads.
  ///   - transform: what to do with an element; the cancellation tells it that another failed.
  /// - Throws: what `transform` threw.
  public func mapSideBySide<Mapped: Sendable>(
    threads: Int? = nil, batchSize: Int = 1, name: String = "map",
    _ transform: @escaping @Sendable (Element, Cancellation) throws -> Mapped
  ) throws -> [Mapped] {
    let elements = Array(self)
    let pool = batchPool(elements, threads, name, transform)
    // The caller may clean up after an error, so no work may still be running.
    defer { pool.storage.blockUntilIdle() }
    var mapped: [Mapped] = []
    mapped.reserveCapacity(elements.count)
    try pool.waitForEachResponse(to: batches(of: batchSize, in: elements.count)) { _, batch in
      mapped += batch
    }
    return mapped
  }

  /// The results of `transform`, applied side by side on threads of a pool of its own, in the order
  /// of the elements; as the blocking method of the same name, for `async` code.
  ///
  /// - Parameters:
  ///   - threads: the most threads, at least 1; without it as many as there are processors.
  ///   - batchSize: how many neighbours make one request; more where one element is little work.
  ///   - name: names the threads.
  ///   - transform: what to do with an element; the cancellation tells it that another failed, or
  ///     that the task was cancelled.
  /// - Throws: what `transform` threw; `CancellationError` when the task is cancelled.
  public func mapSideBySide<Mapped: Sendable>(
    threads: Int? = nil, batchSize: Int = 1, name: String = "map",
    _ transform: @escaping @Sendable (Element, Cancellation) throws -> Mapped
  ) async throws -> [Mapped] {
    let elements = Array(self)
    let pool = batchPool(elements, threads, name, transform)
    return try await pool.collect(batches(of: batchSize, in: elements.count)).flatMap { $0 }
  }

  /// The results of `transform`, applied side by side in tasks, in the order of the elements.
  ///
  /// For work that waits: at most `concurrent` elements are in hand at once. The error thrown is
  /// that of the first element, in their order, that failed, whatever the timing; running
  /// work is then cancelled, and has ended when this throws.
  /// - Parameters:
  ///   - concurrent: the most elements in hand, at least 1.
  ///   - name: the name of the work in errors.
  ///   - transform: what to do with an element; its task is cancelled when another failed.
  /// - Throws: what `transform` threw; `CancellationError` when the task is cancelled.
  public func mapSideBySide<Mapped: Sendable>(
    concurrent: Int, name: String = "map",
    _ transform: @escaping @Sendable (Element) async throws -> Mapped
  ) async throws -> [Mapped] {
    let elements = Array(self)
    let pool = BroadcastPool<Int, Mapped>(name: name, concurrent: concurrent) { place, _ in
      try await transform(elements[place])
    }
    return try await pool.collect(elements.indices)
  }
}

extension BroadcastPool {
  /// All responses in order; nothing runs any more when it returns or throws.
  fileprivate func collect(_ requests: some Sequence<Request>) async throws -> [Response] {
    var responses: [Response] = []
    do {
      try await forEachResponse(to: requests) { _, response in responses.append(response) }
    } catch {
      // A task of its own, because the present one may be cancelled and could not wait. It is never
      // cancelled and we hold the pool, so it does not throw.
      try? await Task { try await self.waitUntilIdle() }.value
      throw error
    }
    return responses
  }
}

/// A pool that transforms neighbours together, and stops between two when it is cancelled.
private func batchPool<Element: Sendable, Mapped: Sendable>(
  _ elements: [Element], _ threads: Int?, _ name: String,
  _ transform: @escaping @Sendable (Element, Cancellation) throws -> Mapped
) -> BroadcastPool<Range<Int>, [Mapped]> {
  BroadcastPool(name: name, threads: threads) { range, cancellation in
    try elements[range].map { element in
      try cancellation.check()
      return try transform(element, cancellation)
    }
  }
}

/// Neighbouring numbers below `count` in ranges of `size`, the last one shorter.
private func batches(of size: Int, in count: Int) -> some Sequence<Range<Int>> {
  precondition(size > 0, "a batch has at least one element")
  return stride(from: 0, to: count, by: size).lazy.map { $0..<Swift.min($0 + size, count) }
}

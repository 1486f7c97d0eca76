// Every form of `catch` that the documentation shows, and the others that work. The compiler of Swift 6.3
// crashes at `catch .timedOut` without a last `catch` in a function that `throws` without a type; the
// crash is behind type checking, so `check` compiles to machine code.
import Foundation
import LocationCore
import LocationPlaces

struct CatchingErrors {
  let service: UserLocationService
  let store: any PlaceStore

  func lastCatch() async {
    do {
      _ = try await service.userLocation()
    } catch .notAuthorized {
      print("allow it")
    } catch .timedOut {
      print("no location in time")
    } catch {
      print(error.detail)
    }
  }

  func lastCatchThatThrows() async throws {
    do {
      _ = try await service.userLocation()
    } catch .timedOut {
      print("no location in time")
    } catch {
      throw error
    }
  }

  func typedThrows() async throws(UserLocationError) {
    do {
      _ = try await service.userLocation()
    } catch .timedOut {
      print("no location in time")
    }
  }

  func sequence() async {
    do {
      for try await update in service.locationUpdates() { print(update) }
    } catch .sourceEnded, .badData {
      print("the end")
    } catch {
      print(error.code)
    }
  }

  func closure() -> Task<Void, Never> {
    Task { [service] in
      do throws(UserLocationError) {
        _ = try await service.userLocation()
      } catch .timedOut {
        print("no location in time")
      } catch {
        print(error.code)
      }
    }
  }

  func severalTypes() async throws {
    do {
      _ = try Data(contentsOf: URL(filePath: "places.json"))
      _ = try await service.userLocation()
    } catch UserLocationError.timedOut {
      print("no location in time")
    } catch let error as UserLocationError where error.bestFix != nil {
      print(error.detail)
    }
  }

  func codedError(_ place: Place) async {
    do {
      try await store.add([place])
    } catch .duplicateName, .duplicateID {
      print("it is there")
    } catch {
      print(error.detail)
    }
  }

  func codedErrorBesideOthers(_ place: Place) async throws {
    do {
      _ = try await service.userLocation()
      try await store.add([place])
    } catch PlaceError(.duplicateName) {
      print("it is there")
    }
  }
}

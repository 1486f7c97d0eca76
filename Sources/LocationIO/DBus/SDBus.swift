/// The functions of sd-bus, the D-Bus client in libsystemd (sd-bus(3)), that ``DBusConnection`` needs.
///
/// The signatures are those of sd-bus.h 221 and later. sd-bus's variadic functions are not used.
struct SDBus: Sendable {
  typealias Bus = OpaquePointer
  typealias Message = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  /// The installed library. The first use loads it.
  static let shared = Result { () throws(SystemLibraryError) in try SDBus() }

  let openSystem: @Sendable @convention(c) (UnsafeMutablePointer<Bus?>) -> CInt
  let new: @Sendable @convention(c) (UnsafeMutablePointer<Bus?>) -> CInt
  let setAddress: @Sendable @convention(c) (Bus, Text) -> CInt
  let setBusClient: @Sendable @convention(c) (Bus, CInt) -> CInt
  let start: @Sendable @convention(c) (Bus) -> CInt
  let close: @Sendable @convention(c) (Bus) -> Void
  let unref: @Sendable @convention(c) (Bus) -> Bus?

  let descriptor: @Sendable @convention(c) (Bus) -> CInt
  let events: @Sendable @convention(c) (Bus) -> CInt
  let process: @Sendable @convention(c) (Bus, UnsafeMutablePointer<Message?>?) -> CInt
  let send: @Sendable @convention(c) (Bus, Message, UnsafeMutablePointer<UInt64>?) -> CInt

  let newCall:
    @Sendable @convention(c) (Bus, UnsafeMutablePointer<Message?>, Text, Text, Text?, Text) -> CInt
  let unrefMessage: @Sendable @convention(c) (Message) -> Message?
  let type: @Sendable @convention(c) (Message, UnsafeMutablePointer<UInt8>) -> CInt
  let replyCookie: @Sendable @convention(c) (Message, UnsafeMutablePointer<UInt64>) -> CInt
  /// Returns an `sd_bus_error`, which begins with the pointers of its name and its message.
  let error: @Sendable @convention(c) (Message) -> UnsafeRawPointer?
  let sender: @Sendable @convention(c) (Message) -> Text?
  let path: @Sendable @convention(c) (Message) -> Text?
  let interface: @Sendable @convention(c) (Message) -> Text?
  let member: @Sendable @convention(c) (Message) -> Text?

  let appendBasic: @Sendable @convention(c) (Message, CChar, UnsafeRawPointer) -> CInt
  let openContainer: @Sendable @convention(c) (Message, CChar, Text?) -> CInt
  let closeContainer: @Sendable @convention(c) (Message) -> CInt
  let readBasic: @Sendable @convention(c) (Message, CChar, UnsafeMutableRawPointer) -> CInt
  let peekType:
    @Sendable @convention(c) (
      Message, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Text?>
    ) -> CInt
  let enterContainer: @Sendable @convention(c) (Message, CChar, Text?) -> CInt
  let exitContainer: @Sendable @convention(c) (Message) -> CInt

  private init() throws(SystemLibraryError) {
    let library = try SystemLibrary(
      "libsystemd", sonames: ["libsystemd.so.0"], package: "libsystemd0")
    openSystem = try library.function("sd_bus_open_system")
    new = try library.function("sd_bus_new")
    setAddress = try library.function("sd_bus_set_address")
    setBusClient = try library.function("sd_bus_set_bus_client")
    start = try library.function("sd_bus_start")
    close = try library.function("sd_bus_close")
    unref = try library.function("sd_bus_unref")
    descriptor = try library.function("sd_bus_get_fd")
    events = try library.function("sd_bus_get_events")
    process = try library.function("sd_bus_process")
    send = try library.function("sd_bus_send")
    newCall = try library.function("sd_bus_message_new_method_call")
    unrefMessage = try library.function("sd_bus_message_unref")
    type = try library.function("sd_bus_message_get_type")
    replyCookie = try library.function("sd_bus_message_get_reply_cookie")
    error = try library.function("sd_bus_message_get_error")
    sender = try library.function("sd_bus_message_get_sender")
    path = try library.function("sd_bus_message_get_path")
    interface = try library.function("sd_bus_message_get_interface")
    member = try library.function("sd_bus_message_get_member")
    appendBasic = try library.function("sd_bus_message_append_basic")
    openContainer = try library.function("sd_bus_message_open_container")
    closeContainer = try library.function("sd_bus_message_close_container")
    readBasic = try library.function("sd_bus_message_read_basic")
    peekType = try library.function("sd_bus_message_peek_type")
    enterContainer = try library.function("sd_bus_message_enter_container")
    exitContainer = try library.function("sd_bus_message_exit_container")
  }
}

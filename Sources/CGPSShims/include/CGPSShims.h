// The interface to libgps for Swift: one line in, one flat struct of plain numbers out.
//
// Only CGPSShims.c includes <gps.h>: its structs change their layout, and some names, with every
// release.

#ifndef CGPSSHIMS_H
#define CGPSSHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest line in bytes. gpsd's own limit is 20,480.
#define CGPS_LINE_MAX 65536

/// A device's path is shorter than this, in bytes.
#define CGPS_PATH_MAX 256

/// What a line contains.
enum cgps_class {
  /// libgps could not decode the whole line.
  CGPS_DAMAGED = 0,
  CGPS_TPV = 1,
  CGPS_SKY = 2,
};

/// A TPV, or a SKY without its satellites. Units are those of gpsd_json(5). A double that gpsd did
/// not report is NaN.
struct cgps_report {
  /// 0 unknown, 1 no fix, 2 and 3 dimensions.
  int mode;
  /// How the fix was obtained, gpsd's number; 0 if gpsd did not report it.
  int status;
  /// Seconds since 1970, UTC; valid if has_time.
  int64_t seconds;
  int32_t nanoseconds;
  bool has_time;

  double latitude, longitude;
  double altitude_hae, altitude_msl, geoid_separation;
  double speed, track, climb, magnetic_variation;
  double ept, epx, epy, eph, epv, sep, eps, epd, epc;
  double dgps_age;
  /// Negative if gpsd did not report it.
  int dgps_station;

  double gdop, pdop, hdop, vdop, tdop, xdop, ydop;
  /// How many satellites were decoded.
  size_t satellite_count;

  /// Whether the device is the same as in the last report in this struct.
  bool is_same_device;
  /// The device's path, without a NUL; empty if gpsd did not report it.
  size_t device_length;
  char device[CGPS_PATH_MAX];
};

/// A report's device. In Swift the array itself would be a tuple.
static inline const char *cgps_device(const struct cgps_report *report) {
  return report->device;
}

/// A satellite of a SKY. A double that gpsd did not report is NaN.
struct cgps_satellite {
  int prn;
  /// gnssid and svid; both are 0 if gpsd reported neither.
  int constellation, id;
  /// sigid; 0 if gpsd did not report it.
  int signal;
  double elevation, azimuth, strength;
  bool used;
  /// 0 unknown, 1 healthy, 2 not.
  int health;
};

/// Decodes a TPV or a SKY with libgps. Any thread may call it. A lock lets one thread at a time
/// decode, because gps_unpack() must not run twice at once. It allocates nothing and keeps nothing.
///
/// gps_unpack() loops forever on some lines, so the caller must check the line first: it is one
/// complete JSON object, contains `"class":` once, at its beginning, and has no control characters
/// but white space.
///
/// - line: the object, without an end of line; a NUL at its end is not needed.
/// - satellites: memory for `capacity` satellites. `listed` satellites are in the line; more than
///   libgps can hold are damage.
/// - report: zeroed before the first line.
/// - Returns: a cgps_class. `report` is only valid if it is not CGPS_DAMAGED.
int cgps_unpack(
  const char *line, size_t length, struct cgps_report *report,
  struct cgps_satellite *satellites, size_t listed, size_t capacity);

/// Why libgps could not be loaded, in the system's words; NULL if it is loaded or linked. Any thread
/// may call it.
const char *cgps_missing(void);

/// The major version of libgps's interface at build time: 11 is release 3.22.
int cgps_api_version(void);

#endif

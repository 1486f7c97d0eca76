// What Swift sees of libgps: one line in, one flat struct of plain numbers out.
//
// No other code of this package includes <gps.h>: its structs change their layout, and some names,
// with every release.

#ifndef CGPSSHIMS_H
#define CGPSSHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A line may have so many bytes; gpsd's longest has 20,480.
#define CGPS_LINE_MAX 65536

/// A device's path has fewer bytes.
#define CGPS_PATH_MAX 256

/// What a line was.
enum cgps_class {
  /// libgps could make nothing of it, or not of all of it.
  CGPS_DAMAGED = 0,
  CGPS_TPV = 1,
  CGPS_SKY = 2,
};

/// A TPV, or a SKY but for its satellites. Units are those of gpsd_json(5). Doubles that gpsd did
/// not say are NaN.
struct cgps_report {
  /// 0 not known yet, 1 no fix, 2 and 3 dimensions.
  int mode;
  /// gpsd's number for how the fix came about; 0 where it did not say.
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
  /// Negative where gpsd did not say.
  int dgps_station;

  double gdop, pdop, hdop, vdop, tdop, xdop, ydop;
  /// How many satellites were written.
  size_t satellite_count;

  /// Whether the device is that of the report before, in the same struct.
  bool is_same_device;
  /// The device's path, without a NUL; empty where gpsd did not say.
  size_t device_length;
  char device[CGPS_PATH_MAX];
};

/// A report's device: Swift has C's arrays as tuples.
static inline const char *cgps_device(const struct cgps_report *report) {
  return report->device;
}

/// A satellite of a SKY. Doubles that gpsd did not say are NaN.
struct cgps_satellite {
  int prn;
  /// gnssid and svid; both 0 where gpsd said neither.
  int constellation, id;
  /// sigid; 0 where gpsd did not say.
  int signal;
  double elevation, azimuth, strength;
  bool used;
  /// 0 unknown, 1 healthy, 2 not.
  int health;
};

/// Has libgps decode a TPV or a SKY. Any thread; one line at a time in the whole process, because
/// gps_unpack() is not to be run twice at once. Nothing is allocated, and nothing kept.
///
/// gps_unpack() loops for ever on some lines, so the caller has made sure of this: the line is one
/// complete JSON object, holds `"class":` once, begins with it, and has no control character.
///
/// - line: the object, without an end of line; need not end with a NUL.
/// - satellites: room for `capacity`, of which `listed` are in the line; more than libgps can hold
///   is damage.
/// - report: zeroed before the first line.
/// - Returns: a cgps_class. `report` is only valid if it is not CGPS_DAMAGED.
int cgps_unpack(
  const char *line, size_t length, struct cgps_report *report,
  struct cgps_satellite *satellites, size_t listed, size_t capacity);

/// Why libgps is not there, in the system's words; NULL where it is. Any thread; loads it if this was
/// built to load it when it is needed.
const char *cgps_missing(void);

/// The major version of libgps's interface that this was built with: 11 is release 3.22.
int cgps_api_version(void);

#endif

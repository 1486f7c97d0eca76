#include "CGPSShims.h"

// Without the trait GPSD this code is not called, and libgps is not needed.
#ifdef GPSD

#if defined(__has_include)
#if !__has_include(<gps.h>)
#error "libgps is missing: apt install libgps-dev pkg-config, or do without the package trait GPSD"
#endif
#endif

#include <gps.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

// CGPS_SONAME is the name of the library that <gps.h> belongs to. If it is defined, the library is
// loaded at the first call and not when the program starts, because it loads six other libraries.
#ifdef CGPS_SONAME
#include <dlfcn.h>
#include <stdio.h>

static __typeof__(gps_unpack) *loaded_unpack;
static char missing[256];

static void load(void) {
  void *library = dlopen(CGPS_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (library) loaded_unpack = (__typeof__(gps_unpack) *)dlsym(library, "gps_unpack");
  if (loaded_unpack) return;
  const char *reason = dlerror();
  snprintf(missing, sizeof(missing), "%s", reason ? reason : CGPS_SONAME);
}

const char *cgps_missing(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded_unpack ? NULL : missing;
}

#define gps_unpack loaded_unpack
#else
const char *cgps_missing(void) { return NULL; }
#endif

#if GPSD_API_MAJOR_VERSION < 9 || GPSD_API_MAJOR_VERSION > 16
#warning "this release of libgps is not among those that were tried: 3.20 to 3.27"
#endif

// gps_fix_t contains the status since release 3.21.
#if GPSD_API_MAJOR_VERSION >= 10
#define STATUS_OF(data) ((data).fix.status)
#else
#define STATUS_OF(data) ((data).status)
#endif

// gps_unpack() does not report that it stopped at an error. A member at the end of the line that
// libgps decodes, and that gpsd itself rarely writes, shows that it reached the end.
#define CANARY ",\"datum\":\"~\"}"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The lock guards these. They are static because gps_data_t is too big for a thread's stack.
static struct gps_data_t data;
static char text[CGPS_LINE_MAX + sizeof(CANARY)];
static enum { UNTRIED, SINGS, SILENT } canary = UNTRIED;

// Decodes the line in `text`.
static void unpack(void) {
  data.set = 0;
  memset(&data.fix, 0, sizeof(data.fix));
  data.dev.path[0] = '\0';
  gps_unpack(text, &data);
}

// Whether this libgps decodes the canary.
static bool canary_sings(void) {
  if (canary == UNTRIED) {
    strcpy(text, "{\"class\":\"TPV\",\"mode\":1" CANARY);
    unpack();
    canary = strcmp(data.fix.datum, "~") == 0 ? SINGS : SILENT;
  }
  return canary == SINGS;
}

static void take_time(struct cgps_report *report, const timespec_t *time) {
  report->has_time = time->tv_sec != 0 || time->tv_nsec != 0;
  report->seconds = time->tv_sec;
  report->nanoseconds = (int32_t)time->tv_nsec;
}

static void take_device(struct cgps_report *report) {
  size_t length = strnlen(data.dev.path, sizeof(data.dev.path));
  if (length > sizeof(report->device)) length = sizeof(report->device);
  report->is_same_device =
    length == report->device_length && memcmp(report->device, data.dev.path, length) == 0;
  if (report->is_same_device) return;
  memcpy(report->device, data.dev.path, length);
  report->device_length = length;
}

static int take_tpv(struct cgps_report *report) {
  const struct gps_fix_t *fix = &data.fix;
  take_time(report, &fix->time);
  report->mode = fix->mode;
  report->status = STATUS_OF(data);
  report->latitude = fix->latitude;
  report->longitude = fix->longitude;
  report->altitude_hae = fix->altHAE;
  report->altitude_msl = fix->altMSL;
  report->geoid_separation = fix->geoid_sep;
  report->speed = fix->speed;
  report->track = fix->track;
  report->climb = fix->climb;
  report->magnetic_variation = fix->magnetic_var;
  report->ept = fix->ept;
  report->epx = fix->epx;
  report->epy = fix->epy;
  report->eph = fix->eph;
  report->epv = fix->epv;
  report->sep = fix->sep;
  report->eps = fix->eps;
  report->epd = fix->epd;
  report->epc = fix->epc;
  report->dgps_age = fix->dgps_age;
  report->dgps_station = fix->dgps_station;
  return CGPS_TPV;
}

static int take_sky(
  struct cgps_report *report, struct cgps_satellite *satellites, size_t listed, size_t capacity) {
  // libgps sets a bit only if it decoded the whole SKY.
  if (data.set == 0 || listed > MAXCHANNELS || listed > capacity) return CGPS_DAMAGED;
  take_time(report, &data.skyview_time);
  report->gdop = data.dop.gdop;
  report->pdop = data.dop.pdop;
  report->hdop = data.dop.hdop;
  report->vdop = data.dop.vdop;
  report->tdop = data.dop.tdop;
  report->xdop = data.dop.xdop;
  report->ydop = data.dop.ydop;
  for (size_t i = 0; i < listed; i++) {
    const struct satellite_t *from = &data.skyview[i];
    satellites[i] = (struct cgps_satellite){
      .prn = from->PRN,
      .constellation = from->gnssid,
      .id = from->svid,
      .signal = from->sigid,
      .elevation = from->elevation,
      .azimuth = from->azimuth,
      .strength = from->ss,
      .used = from->used,
      .health = from->health,
    };
  }
  report->satellite_count = listed;
  return CGPS_SKY;
}

int cgps_unpack(
  const char *line, size_t length, struct cgps_report *report,
  struct cgps_satellite *satellites, size_t listed, size_t capacity) {
  static const char tpv[] = "{\"class\":\"TPV\"", sky[] = "{\"class\":\"SKY\"";
  const bool is_tpv = length > sizeof(tpv) - 1 && memcmp(line, tpv, sizeof(tpv) - 1) == 0;
  const bool is_sky = length > sizeof(sky) - 1 && memcmp(line, sky, sizeof(sky) - 1) == 0;
  if (!(is_tpv || is_sky) || length > CGPS_LINE_MAX || cgps_missing()) return CGPS_DAMAGED;

  int result = CGPS_DAMAGED;
  memset(report, 0, offsetof(struct cgps_report, is_same_device));
  pthread_mutex_lock(&lock);
  const bool watched = is_tpv && canary_sings();
  memcpy(text, line, length);
  strcpy(text + (watched ? length - 1 : length), watched ? CANARY : "");
  unpack();
  if (is_sky) {
    result = take_sky(report, satellites, listed, capacity);
  } else if (!watched || strcmp(data.fix.datum, "~") == 0) {
    result = take_tpv(report);
  }
  if (result != CGPS_DAMAGED) take_device(report);
  pthread_mutex_unlock(&lock);
  return result;
}

int cgps_api_version(void) { return GPSD_API_MAJOR_VERSION; }

#else

// Without libgps these functions exist only for the linker.
int cgps_unpack(
  const char *line, size_t length, struct cgps_report *report,
  struct cgps_satellite *satellites, size_t listed, size_t capacity) {
  (void)line, (void)length, (void)report, (void)satellites, (void)listed, (void)capacity;
  return CGPS_DAMAGED;
}

const char *cgps_missing(void) { return "built without it"; }

int cgps_api_version(void) { return 0; }

#endif

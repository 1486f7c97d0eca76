// Calls of libcurl's variadic functions. Swift can not call a variadic C function through a pointer, and on
// some platforms variadic arguments are passed in another way than others. There is one function for each
// type of argument. The first parameter is the address that `dlsym` returned.
#ifndef CCURLCALLS_H
#define CCURLCALLS_H

#include <stddef.h>

// A function of any type.
typedef void (*ccurl_function)(void);

// `curl_easy_setopt` and `curl_easy_getinfo`.
typedef int (*ccurl_variadic)(void *handle, int option, ...);

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

// CURLOPT_OPENSOCKETFUNCTION. The address is a `struct curl_sockaddr`, which begins with this struct.
typedef struct {
  int family;
  int type;
  int protocol;
} ccurl_socket;
typedef int (*ccurl_opener)(void *context, int purpose, ccurl_socket *address);

// The start of `struct CURLMsg`, with CURLMSG_DONE's member of its union.
typedef struct {
  int message;
  void *handle;
  union {
    void *data;
    int result;
  } content;
} ccurl_message;

static inline int ccurl_set_long(ccurl_function setopt, void *handle, int option, long value) {
  return ((ccurl_variadic)setopt)(handle, option, value);
}

static inline int ccurl_set_pointer(
    ccurl_function setopt, void *handle, int option, const void *value) {
  return ((ccurl_variadic)setopt)(handle, option, value);
}

static inline int ccurl_set_receiver(
    ccurl_function setopt, void *handle, int option, ccurl_receiver value) {
  return ((ccurl_variadic)setopt)(handle, option, value);
}

static inline int ccurl_set_opener(
    ccurl_function setopt, void *handle, int option, ccurl_opener value) {
  return ((ccurl_variadic)setopt)(handle, option, value);
}

static inline int ccurl_get_long(ccurl_function getinfo, void *handle, int info, long *value) {
  return ((ccurl_variadic)getinfo)(handle, info, value);
}

#endif

// A side module that uses what external scanners use, and tells by its "ABI" which check failed: 100 + its
// number, or 99 when all hold. Declared here by hand, as scanners built against other headers see them.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *), strnlen(const char *, size_t);
int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *), *strdup(const char *);
char *strcpy(char *, const char *), *strcat(char *, const char *), *strncat(char *, const char *, size_t);
char *strncpy(char *, const char *, size_t), *stpncpy(char *, const char *, size_t);
int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int);
int ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
int iswalnum(unsigned), iswalpha(unsigned), iswblank(unsigned), iswcntrl(unsigned), iswdigit(unsigned);
int iswgraph(unsigned), iswlower(unsigned), iswprint(unsigned), iswpunct(unsigned), iswspace(unsigned);
int iswupper(unsigned), iswxdigit(unsigned);
unsigned towlower(unsigned), towupper(unsigned);
int abs(int), atoi(const char *), puts(const char *), putchar(int), printf(const char *, ...);
long atol(const char *);
int snprintf(char *, size_t, const char *, ...), fprintf(void *, const char *, ...), fputc(int, void *);
int fputs(const char *, void *), fclose(void *);
size_t fwrite(const void *, size_t, size_t, void *);
void *operator_new(size_t) __asm__("_Znwm");
void operator_delete(void *) __asm__("_ZdlPv"), operator_delete_sized(void *, size_t) __asm__("_ZdlPvm");
void __assert_fail(const char *, const char *, unsigned, const char *);
extern void *stderr;

struct { unsigned abi, rest[63]; } language = {1, {0}};

int started;
__attribute__((constructor)) static void start(void) { started = 7; }

int twice(int x) { return 2 * x; }
int (*own_function)(int) = twice;           // a data relocation through GOT.func
int (*host_function)(int) = toupper;        // the same for a function of the host
int *own_data = &started;                   // a data relocation
int (*volatile chosen)(int) = isalpha;

#define CHECK(holds) do { number++; if (!(holds)) { language.abi = 100 + number; return &language; } } while (0)

__attribute__((no_builtin)) const void *tree_sitter_probe(void) {
  int number = 0;
  CHECK(started == 7 && own_data == &started);
  CHECK(own_function(21) == 42 && own_function == twice);
  CHECK(host_function('a') == 'A' && host_function == toupper);
  CHECK(chosen('x') && !chosen('1'));

  char *block = realloc(strcpy(malloc(4), "abc"), 4096);
  CHECK(block && !strcmp(block, "abc") && strlen(block) == 3 && strnlen(block, 2) == 2 && strnlen(block, 9) == 3);
  CHECK(!strcmp(strcat(block, "def"), "abcdef") && !strncmp(block, "abcx", 3) && strncmp(block, "abcx", 4) < 0);
  CHECK(strchr(block, 'c') == block + 2 && !strchr(block, 'z') && memchr(block, 'f', 6) == block + 5);
  CHECK(strrchr(strcat(block, "a"), 'a') == block + 6 && !strrchr(block, 'z') && strrchr(block, 0) == block + 7);
  CHECK(strstr(block, "cde") == block + 2 && !strstr(block, "cdf") && strstr(block, "") == block && !strstr("a", "ab"));
  CHECK(!strcmp(strncat(strncpy(block, "xy\0", 3), "zzz", 2), "xyzz") && stpncpy(block, "q", 2) == block + 1);
  CHECK(!memcmp(memmove(memcpy(block, "12345", 6) + 1, block, 4), "1234", 4) && *(char *)memset(block, 9, 4) == 9);
  char *copy = strdup("copy");
  CHECK(copy && !strcmp(copy, "copy"));
  free(copy);
  free(block);
  int *zeros = calloc(10, 4);
  CHECK(zeros && !zeros[9]);
  free(zeros);
  void *object = operator_new(0);
  CHECK(object);
  operator_delete(object);
  operator_delete_sized(operator_new(8), 8);

  CHECK(isalnum('z') && isalnum('0') && !isalnum('_') && !isalnum(0xe9) && !isalnum(-1));
  CHECK(isalpha('Q') && !isalpha('1') && isblank('\t') && !isblank('\n') && iscntrl(127) && !iscntrl(' '));
  CHECK(isdigit('9') && !isdigit('a') && isgraph('!') && !isgraph(' ') && islower('a') && !islower('A'));
  CHECK(isprint(' ') && !isprint('\n') && ispunct('_') && !ispunct('a') && isspace('\v') && !isspace('x'));
  CHECK(isupper('A') && !isupper('a') && isxdigit('F') && !isxdigit('g'));
  CHECK(tolower('A') == 'a' && toupper('z') == 'Z' && toupper(0x3b1) == 0x3b1);
  CHECK(iswalpha(0xe9) && iswalnum('1') && iswblank(' ') && iswdigit('1') && iswspace(0x2003) && iswupper('A'));
  CHECK(iswlower('a') && iswpunct('!') && iswxdigit('f') && iswcntrl(0x85) && iswgraph(0xe9) && !iswgraph(' '));
  CHECK(iswprint(' ') && !iswprint('\n') && towlower(0xc9) == 0xe9 && towupper(0xe9) == 0xc9);

  CHECK(abs(-5) == 5 && atoi(" \t-42x") == -42 && atoi("+7") == 7 && atoi("x") == 0 && atol("123456") == 123456);
  char text[32];
  CHECK(snprintf(text, sizeof text, "%d-%s", 12, "ab") == 5 && !strcmp(text, "12-ab"));
  puts("");
  putchar('x');
  printf("%d", 1);
  fprintf(stderr, "%s", "");
  fputc('x', stderr);
  fputs("", stderr);
  fwrite("", 1, 0, stderr);
  fclose(stderr);
  if (number < 0) __assert_fail("", "", 0, "");

  language.abi = 99;
  return &language;
}

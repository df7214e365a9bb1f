/* A library that has none of the functions that are looked for. */
int something_else(void) { return 0; }

/* Pseudo-random numbers that are the same everywhere, in C and C++. */
#ifndef NUMBERS_H
#define NUMBERS_H

static unsigned long numbersState = 1;

/** A number from 0 to 32767. */
static int nextNumber(void) {
  numbersState = (numbersState * 1103515245UL + 12345UL) & 0xffffffffUL;
  return (int)(numbersState >> 16) & 0x7fff;
}

/** From 0 to less than 1. */
static double nextFraction(void) { return nextNumber() / 32768.0; }

#endif

// Logarithm and exponential function made of additions, multiplications and divisions only. IEEE 754 defines these to the last bit,
// but engines may differ in Math.log, Math.exp and Math.pow: with these functions every machine computes the same odds.

/** Series end at terms below 2^-53 of the sum, which no longer count. */
const LEAST_TERM = 2 ** -53

/** Below this exponent e^x is less than 2^-60, finer than any odds. */
const LEAST_EXPONENT = -60 * Math.LN2

/** Returns the natural logarithm of a number above 0. */
export function ln(value: number): number {
  let halvings = 0
  let mantissa = value
  for (; mantissa > 1.5; halvings++) mantissa /= 2
  for (; mantissa < 0.75; halvings--) mantissa *= 2
  // ln m = 2 artanh((m − 1) / (m + 1)), whose argument is a fifth at most
  const ratio = (mantissa - 1) / (mantissa + 1)
  let power = ratio
  let sum = ratio
  for (let odd = 3; Math.abs(power) > LEAST_TERM * Math.abs(sum); odd += 2) {
    power *= ratio * ratio
    sum += power / odd
  }
  return halvings * Math.LN2 + 2 * sum
}

/** Returns e to the power of a number that is 0 or less; 0 where the result is less than 2^-60. */
export function expOfNegative(exponent: number): number {
  if (exponent < LEAST_EXPONENT) return 0
  const halvings = Math.floor(-exponent / Math.LN2)
  const rest = exponent + halvings * Math.LN2
  let term = 1
  let sum = 1
  for (let at = 1; Math.abs(term) > LEAST_TERM; at++) {
    term *= rest / at
    sum += term
  }
  for (let halving = 0; halving < halvings; halving++) sum /= 2
  return sum
}

// Logarithm and exponential of additions, multiplications and divisions alone. IEEE 754 fixes those to the last bit, while engines
// may differ in Math.log, Math.exp and Math.pow: with these, every machine makes the same odds from the same prices.

/** Series are summed until their terms no longer count: below 2^-53 of the sum. */
const LEAST_TERM = 2 ** -53

/** e to the power of less than this is below 2^-60: no odds are as fine. */
const LEAST_EXPONENT = -60 * Math.LN2

/** The natural logarithm of a number above 0. */
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

/** e to the power of a number that is 0 or less; 0 where it is less than 2^-60. */
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

// Tests whether counts match their odds: Pearson's chi-squared, and a fast seeded generator so that such a test cannot
// flake.

/** A stream of integers from 0 to 2^32 − 1 determined by the seed (sfc32, from Doty-Humphrey's PractRand). */
export function seededStream(seed: number): () => number {
  let [a, b, c, counter] = [0, seed, seed >>> 16, 1]
  const next = (): number => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first numbers of neighbouring seeds are similar.
  for (let warm = 0; warm < 16; warm++) next()
  return next
}

/** Returns an unbiased roll from 1 to `range` out of a stream. */
export function drawFrom(stream: () => number, range: number): number {
  const limit = 2 ** 32 - (2 ** 32 % range)
  let value = stream()
  while (value >= limit) value = stream()
  return (value % range) + 1
}

/**
 * Pearson's test of counts against tickets. Entries with an expected count below 5 are merged with the next, as the
 * approximation requires.
 *
 * @returns the statistic, its degrees of freedom, and p: how often chance alone deviates as far or farther
 */
export function chiSquared(
  counts: readonly number[],
  tickets: readonly number[],
): { statistic: number; freedom: number; p: number } {
  const drawn = counts.reduce((sum, count) => sum + count, 0)
  const all = tickets.reduce((sum, count) => sum + count, 0)
  const cells: { observed: number; expected: number }[] = []
  let open = { observed: 0, expected: 0 }
  tickets.forEach((share, at) => {
    open = { observed: open.observed + (counts[at] ?? 0), expected: open.expected + (drawn * share) / all }
    if (open.expected < 5) return
    cells.push(open)
    open = { observed: 0, expected: 0 }
  })
  const last = cells.pop() ?? { observed: 0, expected: 0 }
  cells.push({ observed: last.observed + open.observed, expected: last.expected + open.expected })
  const statistic = cells.reduce((sum, { observed, expected }) => sum + (observed - expected) ** 2 / expected, 0)
  const freedom = cells.length - 1
  return { statistic, freedom, p: gammaQ(freedom / 2, statistic / 2) }
}

/**
 * The upper regularised incomplete gamma function Q(a, x): by its series below a + 1, by Lentz's continued fraction above
 * (Press et al., Numerical Recipes, section 6.2).
 */
export function gammaQ(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = a + 1; term > sum * 1e-16; n++) {
      term *= x / n
      sum += term
    }
    return 1 - sum * scale
  }
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let i = 1; i < 10_000; i++) {
    const an = -i * (i - a)
    b += 2
    d = 1 / nonZero(an * d + b, tiny)
    c = nonZero(b + an / c, tiny)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction * scale
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value
}

/** ln Γ(x) for x > 0 by Lanczos' approximation (g = 7, nine terms), good to 15 digits. */
function logGamma(x: number): number {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ]
  const series = terms.reduce((sum, term, at) => sum + term / (x + at), 0.9999999999998099)
  const base = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series)
}

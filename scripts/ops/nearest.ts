// Which of the words that there are somebody may have meant.

/** How many letters have to be put in, taken out or changed to make one word of the other. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let at = 1; at <= other.length; at++) {
      const changed = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      line.push(Math.min(changed, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1))
    }
    above = line
  }
  return above[other.length] ?? 0
}

/** The known word that is nearest; undefined where none is near: more than half of its letters would be others. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lowered = word.toLowerCase()
  const [best] = known
    .map((candidate) => ({ candidate, away: distance(lowered, candidate) }))
    .sort((one, other) => one.away - other.away)
  return best !== undefined && best.away * 2 <= Math.max(lowered.length, best.candidate.length)
    ? best.candidate
    : undefined
}

// What a queue before connections of a database does, by the formulas for it: random arrivals, and statements of one length.

export interface Queue {
  readonly connections: number
  /** How long a statement takes, in seconds. */
  readonly serviceS: number
  /** Statements that are asked for a second. */
  readonly offered: number
  /** After how many seconds one that waits is refused. */
  readonly patienceS: number
}

export interface Prediction {
  /** Answers a second. */
  readonly served: number
  /** The part of the statements that is refused, from 0 to 1. */
  readonly refused: number
  /** The mean wait for a connection, in seconds, of those that are answered. */
  readonly waitS: number
}

/** The probability that a statement has to wait (Erlang C), for less work than there are connections for. */
function waitProbability(connections: number, work: number): number {
  let term = 1
  let sum = 1
  for (let n = 1; n < connections; n++) {
    term *= work / n
    sum += term
  }
  const last = (term * work) / connections / (1 - work / connections)
  return last / (sum + last)
}

/**
 * Predicts a queue. Below its limit nothing is refused, and the wait is half of that for statements of random length (Allen and Cunneen).
 * Above it, as much as the limit is answered, just before it would be refused.
 */
export function predict({ connections, serviceS, offered, patienceS }: Queue): Prediction {
  const limit = connections / serviceS
  if (offered >= limit) return { served: limit, refused: 1 - limit / offered, waitS: patienceS }
  const waitS = (waitProbability(connections, offered * serviceS) * serviceS) / (connections - offered * serviceS) / 2
  return { served: offered, refused: 0, waitS }
}

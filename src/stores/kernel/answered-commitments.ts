// The commitments that this browser has answered with a client seed. A proof that names another one shows that the server replaced it.
import { RANDOM_CLIENT_SEED } from '../../game/fairness/fairness.ts'
import { browserStorage } from './browser-storage.ts'
import { fieldsOf, parseJson } from './unknown-value.ts'

const KEY = 'spacedrop:client-seeds'
const MOST = 200

/** A client seed, and the commitment that it was supplied for. */
export interface Answered {
  readonly commit: string
  readonly clientSeed: string
}

/**
 * What this browser remembers of a proof. `unknown`: it supplied neither. `seed-replaced`: it answered this commitment with another client
 * seed. `commit-replaced`: it gave this client seed, which it drew at random, to another commitment.
 */
export type AnswerVerdict = 'kept' | 'unknown' | 'seed-replaced' | 'commit-replaced'

function isAnswered(value: unknown): value is Answered {
  const { commit, clientSeed } = fieldsOf(value)
  return typeof commit === 'string' && typeof clientSeed === 'string'
}

function readAnswers(): readonly Answered[] {
  const { answers } = fieldsOf(parseJson(browserStorage('localStorage')?.getItem(KEY) ?? ''))
  return Array.isArray(answers) ? answers.filter(isAnswered) : []
}

function storeAnswers(answers: readonly Answered[]): void {
  try {
    browserStorage('localStorage')?.setItem(KEY, JSON.stringify({ answers: answers.slice(0, MOST) }))
  } catch {
    // Storage is full or read-only: proofs are checked without a memory of this browser.
  }
}

const othersThan = ({ commit, clientSeed }: Answered): readonly Answered[] =>
  readAnswers().filter((answer) => answer.commit !== commit || answer.clientSeed !== clientSeed)

/** Remembers an answer before it is sent: the server may have it although its own answer is lost. */
export function rememberAnswer({ commit, clientSeed }: Answered): void {
  storeAnswers([{ commit, clientSeed }, ...othersThan({ commit, clientSeed })])
}

/** Forgets an answer that the server has refused in words that the player reads. */
export function forgetAnswer(answer: Answered): void {
  storeAnswers(othersThan(answer))
}

/** Compares a proof with what this browser has answered. */
export function compareAnswer({ commit, clientSeed }: Answered): AnswerVerdict {
  const answers = readAnswers()
  if (answers.some((answer) => answer.commit === commit && answer.clientSeed === clientSeed)) return 'kept'
  if (answers.some((answer) => answer.commit === commit)) return 'seed-replaced'
  // A typed seed may answer several commitments, also from another browser.
  const isOnlyOurs = RANDOM_CLIENT_SEED.test(clientSeed)
  return isOnlyOurs && answers.some((answer) => answer.clientSeed === clientSeed) ? 'commit-replaced' : 'unknown'
}

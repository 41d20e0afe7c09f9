// The chain of published days: each is hashed with the hash of the day before, so no day can be changed without changing all that follow.
import type { Hashing } from '../fairness/proof.ts'

export const CHAIN_FORMAT = 'spacedrop-chain-1'

/** Stands for the hash before the first day. */
export const FIRST_PREVIOUS = '0'.repeat(64)

/** A day as it is stored and exported. */
export interface ChainDay {
  readonly sequence: number
  /** Like 2026-11-21. */
  readonly day: string
  /** The hash of the day before. */
  readonly previous: string
  /** The text of the day (day.ts). */
  readonly text: string
  readonly hash: string
  /** Ed25519 over the hash as it is written, in hex. */
  readonly signature: string
}

/** The text whose SHA-256 is the hash of a day. */
export function linkText({ previous, text }: Pick<ChainDay, 'previous' | 'text'>): string {
  return `${previous}\n${text}`
}

/** Checks a signature of a message; everything but the message is hex. */
export type CheckSignature = (key: string, message: string, signature: string) => boolean | Promise<boolean>

export interface ChainFault {
  readonly day: string
  readonly fault: 'sequence' | 'previous' | 'hash' | 'text' | 'signature'
}

interface Named {
  readonly day: unknown
  readonly sequence: unknown
  readonly key: string
}

function readNamed(text: string): Named | null {
  try {
    const { day, sequence, key } = JSON.parse(text) as Record<string, unknown>
    return typeof key === 'string' ? { day, sequence, key } : null
  } catch {
    return null
  }
}

async function faultOf(
  link: ChainDay,
  before: ChainDay | undefined,
  { sha256, isSigned }: { readonly sha256: Hashing['sha256']; readonly isSigned: CheckSignature },
): Promise<ChainFault['fault'] | null> {
  const named = readNamed(link.text)
  if ((await sha256(linkText(link))) !== link.hash) return 'hash'
  if (named === null || named.day !== link.day || named.sequence !== link.sequence) return 'text'
  if (!(await isSigned(named.key, link.hash, link.signature))) return 'signature'
  if (before === undefined) return link.sequence === 1 && link.previous !== FIRST_PREVIOUS ? 'previous' : null
  if (link.sequence !== before.sequence + 1 || link.day <= before.day) return 'sequence'
  return link.previous === before.hash ? null : 'previous'
}

/**
 * Checks days of a chain in their order.
 *
 * @returns the first day that is wrong, and why; null when all are right
 */
export async function checkChain(
  days: readonly ChainDay[],
  means: { readonly sha256: Hashing['sha256']; readonly isSigned: CheckSignature },
): Promise<ChainFault | null> {
  for (const [at, link] of days.entries()) {
    const fault = await faultOf(link, days[at - 1], means)
    if (fault !== null) return { day: link.day, fault }
  }
  return null
}

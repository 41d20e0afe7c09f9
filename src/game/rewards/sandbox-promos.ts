// The promo codes of a sandbox, one for each answer that a code can give: the server makes them, the help of the banner names them.
import { type Cents, cents } from '../base/money.ts'

export interface SandboxPromo {
  /** As players type it, in any case. */
  readonly code: string
  /** What it shows: a bonus, a minimum deposit, a Steam level, no uses left, or a day that has passed. */
  readonly kind: 'bonus' | 'minimum' | 'level' | 'usedUp' | 'ended'
  readonly percent: number
  readonly depositMin: Cents
  /** 0 for everyone. */
  readonly steamLevel: number
}

const EVERYONE = { depositMin: cents(0), steamLevel: 0 } as const

/** One code of each kind. */
export const SANDBOX_PROMOS: readonly SandboxPromo[] = [
  { code: 'ORBIT5', kind: 'bonus', percent: 5, ...EVERYONE },
  { code: 'COMET8', kind: 'minimum', percent: 8, ...EVERYONE, depositMin: cents(2500) },
  { code: 'NOVA10', kind: 'level', percent: 10, ...EVERYONE, steamLevel: 10 },
  { code: 'ECLIPSE', kind: 'usedUp', percent: 10, ...EVERYONE },
  { code: 'APOLLO', kind: 'ended', percent: 10, ...EVERYONE },
]

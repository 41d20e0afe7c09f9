// The two kinds of refused calls: a refusal that a player can cause in normal use, and a request that broke the protocol.
import type { Localized } from '../../game/base/language.ts'
import type { RefusalCode } from '../../protocol/common.ts'

/** A refusal for the player: answered with 200, a code, and a message in their language. */
export class RefusalError extends Error {
  readonly code: RefusalCode
  /** Amounts in cents that the message names, e.g. what is missing. */
  readonly amounts: Readonly<Record<string, number>>
  /** Other values that the message names; `context` picks a variant of the message. */
  readonly facts: Readonly<Record<string, string | number>>
  /** What the shop itself says about it, which the message quotes as `words`; null where it says nothing. */
  readonly words: Localized | null

  constructor(
    code: RefusalCode,
    amounts: Readonly<Record<string, number>> = {},
    facts: Readonly<Record<string, string | number>> = {},
    words: Localized | null = null,
  ) {
    super(code)
    this.name = 'RefusalError'
    this.words = words
    this.code = code
    this.amounts = amounts
    this.facts = facts
  }
}

/**
 * A request that broke the protocol; `status` is the HTTP status. A fault that players can see has its words in the texts (`replies`,
 * `fault`), which `facts` fill; any other has a message for developers.
 */
export class ProtocolError extends Error {
  readonly status: number
  readonly code: string
  readonly facts: Readonly<Record<string, string | number>>

  constructor(
    status: number,
    code: string,
    message: string = code,
    facts: Readonly<Record<string, string | number>> = {},
  ) {
    super(message)
    this.facts = facts
    this.name = 'ProtocolError'
    this.status = status
    this.code = code
  }
}

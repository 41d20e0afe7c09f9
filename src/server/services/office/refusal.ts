// What the table of verbs refuses.
import type { Why } from '../../../game/office/judge.ts'

/** The table of verbs does not allow an act; `why` says what a person can do about it. */
export class NotAllowed extends Error {
  readonly why: Why

  constructor(why: Why) {
    super(why)
    this.name = 'NotAllowed'
    this.why = why
  }
}

// An action that somebody of the shop asked for, and that is not done.

/** The message says why, for a person; the code says it for the office and the commands. */
export class ActionRefused<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string) {
    super(message)
    this.name = new.target.name
    this.code = code
  }
}

// Who acts: every act that the audit records names one.
import { osUser } from '../base/author.ts'

/** A member of the staff, in a session of the office. */
export interface StaffActor {
  readonly kind: 'staff'
  readonly name: string
  readonly staffId: string
  /** Null for what opens a session. */
  readonly sessionId: string | null
  /** Network address. */
  readonly address: string
  /** True where the act runs without the second person that another shop would ask. */
  readonly alone?: boolean
  /** The proposal that it carries out, and who made it. */
  readonly proposal?: { readonly id: string; readonly proposer: string }
}

export type Actor =
  | StaffActor
  /** A person at the command line, by the system's user and the machine. */
  | { readonly kind: 'command'; readonly name: string }
  /** A job of the site. */
  | { readonly kind: 'job'; readonly name: string }

/** Returns the person who runs this command. */
export function commandActor(): Actor {
  return { kind: 'command', name: osUser() }
}

/** Returns a job as an actor. */
export function jobActor(name: string): Actor {
  return { kind: 'job', name }
}

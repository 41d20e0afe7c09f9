// Passkeys of the staff (WebAuthn level 3, by @simplewebauthn/server). User verification is required; each challenge is answered once.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq, lt, or } from 'drizzle-orm'
import { CHALLENGE_MS } from '../../../game/office/times.ts'
import type { AssertionBody, OptionsReply, PasskeyBody, PasskeysReply } from '../../../protocol/office/session.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { type Database, type Queries, violatesConstraint } from '../../db/database.ts'
import { type CHALLENGE_KINDS, passkeys, staff, staffChallenges } from '../../db/schema-office.ts'

type ChallengeKind = (typeof CHALLENGE_KINDS)[number]

/** Passkeys that one member may have. */
const PASSKEYS_MOST = 10

/** Whom passkeys are for: the office's own host. */
export interface RelyingParty {
  readonly name: string
  /** The host name. */
  readonly id: string
  readonly origin: string
}

/** Who gets a passkey. */
export interface NewOwner {
  readonly staffId: string
  readonly name: string
}

export interface VerifiedPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly synced: boolean
}

export interface Passkeys {
  /** Begins signing in, or making a session fresh. */
  assertionOptions(): Promise<OptionsReply>
  /**
   * Begins a registration.
   *
   * @param forId the session or the invitation that it is for: the answer counts for no other
   */
  registrationOptions(kind: 'passkey' | 'invitation', forId: string, owner: NewOwner): Promise<OptionsReply>
  /**
   * Checks an assertion, and counts its use.
   *
   * @returns the member whose passkey it is
   * @throws ProtocolError 'sign-in-failed', whatever is wrong with it
   */
  verifyAssertion(answer: AssertionBody): Promise<{ staffId: string; passkeyId: string }>
  /**
   * Checks a new passkey.
   *
   * @throws ProtocolError 'passkey-failed', whatever is wrong with it
   */
  verifyAttestation(
    kind: 'passkey' | 'invitation',
    forId: string,
    answer: Pick<PasskeyBody, 'challenge' | 'attestation'>,
  ): Promise<VerifiedPasskey>
  /**
   * Stores a passkey that was checked.
   *
   * @throws ProtocolError 'passkey-known', 'passkeys-most'
   */
  add(tx: Queries, staffId: string, made: VerifiedPasskey, label: string): Promise<string>
  /**
   * Removes an own passkey, never the last one.
   *
   * @throws ProtocolError 'passkey-last', 'unknown'
   */
  remove(tx: Queries, staffId: string, passkeyId: string): Promise<{ label: string }>
  of(queries: Queries, staffId: string): Promise<PasskeysReply['passkeys']>
}

export interface PasskeysParts {
  readonly db: Database
  readonly now: () => number
  readonly party: RelyingParty
  readonly log: { info(fields: object, message: string): void }
}

/** The handle that an authenticator keeps of a member. */
const handleOf = (staffId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(staffId.replaceAll('-', ''), 'hex'))

/** Challenges are stored, and deleted by their answer. */
function createChallenges({ db, now }: Pick<PasskeysParts, 'db' | 'now'>) {
  return {
    store: async (kind: ChallengeKind, forId: string | null, challenge: string): Promise<string> => {
      const id = newId()
      const expiresAt = new Date(now() + CHALLENGE_MS)
      await db.queries.insert(staffChallenges).values({ id, kind, forId, challenge, expiresAt })
      return id
    },
    /** Uses a challenge up, before anything of its answer is read. Null for one that is unknown, used, late or for something else. */
    take: async (id: string, kind: ChallengeKind, forId: string | null): Promise<string | null> => {
      const [row] = await db.queries.delete(staffChallenges).where(eq(staffChallenges.id, id)).returning()
      const isIt = row?.kind === kind && row.forId === forId && row.expiresAt.getTime() > now()
      return isIt ? row.challenge : null
    },
  }
}

/** Locks a member, so that two changes of their passkeys follow each other. */
async function lockMember(tx: Queries, staffId: string): Promise<void> {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update')
}

async function addPasskey(
  tx: Queries,
  at: number,
  staffId: string,
  made: VerifiedPasskey,
  label: string,
): Promise<string> {
  await lockMember(tx, staffId)
  if ((await tx.$count(passkeys, eq(passkeys.staffId, staffId))) >= PASSKEYS_MOST) {
    throw new ProtocolError(409, 'passkeys-most', `A person has at most ${PASSKEYS_MOST} passkeys`)
  }
  const id = newId()
  try {
    await tx.insert(passkeys).values({ id, staffId, ...made, label, addedAt: new Date(at) })
  } catch (error) {
    if (!violatesConstraint(error, 'passkeys_credential')) throw error
    throw new ProtocolError(409, 'passkey-known', 'This passkey is registered already')
  }
  return id
}

async function removePasskey(tx: Queries, staffId: string, passkeyId: string): Promise<{ label: string }> {
  await lockMember(tx, staffId)
  const isOwn = eq(passkeys.staffId, staffId)
  const [removed] = await tx
    .delete(passkeys)
    .where(and(isOwn, eq(passkeys.id, passkeyId)))
    .returning({ label: passkeys.label })
  if (removed === undefined) throw new ProtocolError(404, 'unknown', 'There is no such passkey')
  // Thrown within the transaction: the row is back.
  if ((await tx.$count(passkeys, isOwn)) === 0) {
    throw new ProtocolError(409, 'passkey-last', 'The last passkey stays: add another one first')
  }
  return removed
}

/** Makes the passkeys of a relying party. */
export function createPasskeys({ db, now, party, log }: PasskeysParts): Passkeys {
  const challenges = createChallenges({ db, now })

  /** Every fault is one answer: it tells nothing about which passkeys exist. The log has the cause. */
  function failed(code: 'sign-in-failed' | 'passkey-failed', cause: unknown): ProtocolError {
    log.info({ code, cause: cause instanceof Error ? cause.message : cause }, 'a passkey was refused')
    return new ProtocolError(code === 'sign-in-failed' ? 401 : 400, code, 'The passkey was not accepted. Try again.')
  }

  async function assertedBy(answer: AssertionBody): Promise<{ staffId: string; passkeyId: string }> {
    const challenge = await challenges.take(answer.challenge, 'sign-in', null)
    if (challenge === null) throw new Error('The challenge is unknown, used or late')
    const { assertion } = answer
    const [known] = await db.queries.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id))
    if (known === undefined) throw new Error('The passkey is unknown')
    const { userHandle } = assertion.response
    if (userHandle !== undefined && userHandle !== Buffer.from(handleOf(known.staffId)).toString('base64url')) {
      throw new Error('The passkey names another member')
    }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: known.credentialId, publicKey: Uint8Array.from(known.publicKey), counter: known.counter },
      requireUserVerification: true,
    })
    if (!verified) throw new Error('The signature is wrong')
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo
    // Of two answers with one count only the first is accepted.
    const isNewer = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter)))
    const used = await db.queries
      .update(passkeys)
      .set({ counter, synced, usedAt: new Date(now()) })
      .where(and(eq(passkeys.id, known.id), isNewer))
      .returning({ id: passkeys.id })
    if (used.length === 0) throw new Error('The counter went back')
    return { staffId: known.staffId, passkeyId: known.id }
  }

  async function attested(
    challenge: string | null,
    { attestation }: Pick<PasskeyBody, 'attestation'>,
  ): Promise<VerifiedPasskey> {
    if (challenge === null) throw new Error('The challenge is unknown, used or late')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: attestation as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!verified) throw new Error('The attestation is wrong')
    const { credential, credentialBackedUp: synced } = registrationInfo
    const { id: credentialId, publicKey, counter, transports = [] } = credential
    return { credentialId, publicKey, counter, transports, synced }
  }

  return {
    assertionOptions: async () => {
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      })
      return { challenge: await challenges.store('sign-in', null, options.challenge), options: { ...options } }
    },
    registrationOptions: async (kind, forId, { staffId, name }) => {
      const known = await db.queries.select().from(passkeys).where(eq(passkeys.staffId, staffId))
      const options = await generateRegistrationOptions({
        rpName: party.name,
        rpID: party.id,
        userName: name,
        userDisplayName: name,
        userID: handleOf(staffId),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { challenge: await challenges.store(kind, forId, options.challenge), options: { ...options } }
    },
    verifyAssertion: (answer) =>
      assertedBy(answer).catch((cause: unknown) => {
        throw failed('sign-in-failed', cause)
      }),
    verifyAttestation: async (kind, forId, answer) => {
      const challenge = await challenges.take(answer.challenge, kind, forId)
      return attested(challenge, answer).catch((cause: unknown) => {
        throw failed('passkey-failed', cause)
      })
    },
    add: (tx, staffId, made, label) => addPasskey(tx, now(), staffId, made, label),
    remove: removePasskey,
    of: async (queries, staffId) => {
      const rows = await queries
        .select()
        .from(passkeys)
        .where(eq(passkeys.staffId, staffId))
        .orderBy(asc(passkeys.addedAt), asc(passkeys.id))
      return rows.map(({ id, label, addedAt, usedAt, synced }) => ({
        id,
        label,
        addedAt: addedAt.getTime(),
        usedAt: usedAt?.getTime() ?? null,
        synced,
      }))
    },
  }
}

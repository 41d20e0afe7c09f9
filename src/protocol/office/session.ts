// Signing in to the office: sessions, passkeys, invitations.
import { z } from 'zod'
import { LANGUAGES } from '../../game/base/language.ts'
import { CAPS, LIMITS } from '../../game/office/limits.ts'
import { ROLES } from '../../game/office/roles.ts'
import { centsSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const textSchema = z.string().max(4_096)

/** Options for `startAuthentication` of the browser's library, which checks them. */
export const requestOptionsReplySchema = z.object({
  /** Sent back with the answer. */
  challenge: z.uuid(),
  options: z.record(z.string(), z.unknown()),
})

export type OptionsReply = z.infer<typeof requestOptionsReplySchema>

const credentialSchema = {
  id: textSchema,
  rawId: textSchema,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}

/** The answer of `startAuthentication`. */
const assertionSchema = z.object({
  ...credentialSchema,
  response: z.object({
    clientDataJSON: textSchema,
    authenticatorData: textSchema,
    signature: textSchema,
    userHandle: textSchema.optional(),
  }),
})

/** The answer of `startRegistration`. */
const attestationSchema = z.object({
  ...credentialSchema,
  response: z.object({
    clientDataJSON: textSchema,
    attestationObject: z.string().max(16_384),
    authenticatorData: textSchema.optional(),
    transports: z.array(z.string().max(32)).max(8).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: textSchema.optional(),
  }),
})

/** `POST /session`, `POST /session/fresh`. */
export const assertionBodySchema = z.strictObject({ challenge: z.uuid(), assertion: assertionSchema })

export type AssertionBody = z.output<typeof assertionBodySchema>

/** What a person calls a passkey: `work laptop`. */
const labelSchema = z.string().trim().min(1).max(60)

/** `POST /passkeys`. */
export const passkeyBodySchema = z.strictObject({
  challenge: z.uuid(),
  attestation: attestationSchema,
  label: labelSchema,
})

export type PasskeyBody = z.output<typeof passkeyBodySchema>

export const staffNameSchema = z.string().trim().min(2).max(60)

/** The token of an invitation, as its link has it. */
export const invitationParamsSchema = z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

/** `POST /invitation/:token`. */
export const invitationBodySchema = z.strictObject({
  challenge: z.uuid(),
  attestation: attestationSchema,
  label: labelSchema,
  /** What the person is called; the name of the invitation unless they change it. */
  name: staffNameSchema.optional(),
})

/** `POST /invitation/:token/options`: whom the link invites, besides the options. */
export const invitationOptionsReplySchema = requestOptionsReplySchema.extend({
  name: z.string(),
  role: z.enum(ROLES),
})

export type InvitationOptionsReply = z.infer<typeof invitationOptionsReplySchema>

const passkeySchema = z.object({
  id: z.uuid(),
  label: z.string(),
  addedAt: momentSchema,
  usedAt: momentSchema.nullable(),
  /** Whether it is kept in an account of its maker, and so on several devices. */
  synced: z.boolean(),
})

/** `GET /passkeys`: the own ones. */
export const passkeysReplySchema = z.object({ passkeys: z.array(passkeySchema) })

export type PasskeysReply = z.infer<typeof passkeysReplySchema>

/** `PUT /session/language`. */
export const languageBodySchema = z.strictObject({ language: z.enum(LANGUAGES) })

/** `GET /session`, and the reply of all that signs in. */
export const sessionReplySchema = z.object({
  staff: z
    .object({
      id: z.uuid(),
      name: z.string(),
      role: z.enum(ROLES),
      /** Null for a member who never chose one: the office stays in that of the sign-in page. */
      language: z.enum(LANGUAGES).nullable(),
      /** How many. */
      passkeys: z.int(),
    })
    .nullable(),
  /** Until when what asks for a fresh assertion is allowed; null for none. */
  freshUntil: momentSchema.nullable(),
  /** When the session ends; null for nobody who is signed in. */
  endsAt: momentSchema.nullable(),
  mode: z.enum(['sandbox', 'live']),
  /** In which the shop counts days, e.g. Europe/Kyiv. */
  timeZone: z.string(),
  /** A shop of one: nothing waits for a second person. */
  alone: z.boolean(),
  /** The rules of the second person, for `judge`. */
  rules: z.object({
    secondPerson: z.boolean(),
    limits: z.record(z.enum(LIMITS), centsSchema),
    caps: z.record(z.enum(CAPS), centsSchema),
  }),
  /** The last sealed row of the audit, and when it was sealed; null for nobody who is signed in, or none sealed. */
  chain: z.object({ intactTo: z.int(), at: momentSchema }).nullable(),
  needsSecondPasskey: z.boolean(),
})

export type SessionReply = z.infer<typeof sessionReplySchema>

/** `POST /session/fresh`. */
export const freshReplySchema = z.object({ freshUntil: momentSchema })

export type FreshReply = z.infer<typeof freshReplySchema>

// Redirects the real libraries' requests to the stand-in for Steam: the calls of a sign-in, and everything else.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { getProtoForMethod } from 'steam-session/dist/protobufs.js'
import { generateAuthCode } from 'steam-totp'
import { z } from 'zod'

export const SHOP = {
  account: 'shop',
  password: 'correct horse battery',
  sharedSecret: Buffer.from('a shared secret of 20').toString('base64'),
  identitySecret: Buffer.from('identity secret of 20').toString('base64'),
} as const

const SHOP_STEAMID = '76561198000000777'

/** A token of the shop's account, as Steam issues it; different for each serial. */
export function tokenFor(audience: readonly string[], serial: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: SHOP_STEAMID, aud: audience, jti: serial })}.signature`
}

/** How old a code may be, in seconds: the code changes every 30, also while one is being sent, and Steam still accepts the one before. */
const CODE_AGES_S = [0, 30] as const

/** The fields of a sign-in's messages that the stand-in reads. */
const askedSchema = z.object({
  account_name: z.string().default(''),
  encrypted_password: z.string().default(''),
  code: z.string().default(''),
})

interface ApiRequest {
  readonly apiInterface: string
  readonly apiMethod: string
  readonly requestData?: Uint8Array
}

/** The calls of a sign-in, in Steam's protocol buffers. */
export function signInCarrier(newToken: () => string, onSignIn: () => void) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const hex = (value: string): string => Buffer.from(value, 'base64url').toString('hex')
  const padding = constants.RSA_PKCS1_PADDING
  let codeTaken = false

  function answer(method: string, asked: z.infer<typeof askedSchema>): { result: number; data?: object } {
    switch (method) {
      case 'GetPasswordRSAPublicKey':
        return { result: 1, data: { publickey_mod: hex(n), publickey_exp: hex(e), timestamp: '1' } }
      case 'BeginAuthSessionViaCredentials': {
        const sent = Buffer.from(asked.encrypted_password, 'base64')
        const password = privateDecrypt({ key: privateKey, padding }, sent).toString('utf8')
        if (asked.account_name !== SHOP.account || password !== SHOP.password) return { result: 5 }
        codeTaken = false
        const data = {
          client_id: '1',
          request_id: Buffer.from('request'),
          interval: 0.01,
          steamid: SHOP_STEAMID,
          allowed_confirmations: [{ confirmation_type: 3 }],
        }
        return { result: 1, data }
      }
      case 'UpdateAuthSessionWithSteamGuardCode':
        codeTaken = CODE_AGES_S.some((ageS) => asked.code === generateAuthCode(SHOP.sharedSecret, -ageS))
        return { result: codeTaken ? 1 : 88, data: {} }
      case 'PollAuthSessionStatus':
        if (!codeTaken) return { result: 1, data: {} }
        onSignIn()
        return { result: 1, data: { refresh_token: tokenFor(['derive', 'mobile'], 0), account_name: SHOP.account } }
      case 'GenerateAccessTokenForApp':
        return { result: 1, data: { access_token: newToken() } }
      default:
        throw new Error(`The stand-in knows no ${method}`)
    }
  }

  return {
    sendRequest: async ({ apiInterface, apiMethod, requestData }: ApiRequest) => {
      const { request, response } = getProtoForMethod(apiInterface, apiMethod)
      const asked = askedSchema.parse(
        request.toObject(request.decode(requestData ?? new Uint8Array()), { longs: String }),
      )
      const { result, data } = answer(apiMethod, asked)
      return { result, responseData: data === undefined ? undefined : Buffer.from(response.encode(data).finish()) }
    },
    close: () => undefined,
  }
}

interface Wanted {
  readonly uri: string
  readonly method?: string
  readonly qs?: Record<string, unknown>
  readonly form?: Record<string, unknown>
  readonly json?: unknown
  readonly headers?: Record<string, string>
}

/** Redirects requests to the stand-in instead of their host, which becomes the first part of the path. */
export function requestCarrier(address: () => string) {
  const text = (fields: Record<string, unknown> = {}): URLSearchParams =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    )
  const carry =
    (jar: { getCookieString(uri: string): string }) =>
    (wanted: Wanted, done: (error: Error | null, response?: object, body?: unknown) => void): void => {
      const { host, pathname, search } = new URL(wanted.uri)
      const query = new URLSearchParams([...new URLSearchParams(search), ...text(wanted.qs)])
      const init = {
        method: wanted.method ?? 'GET',
        headers: { cookie: jar.getCookieString(wanted.uri) },
        ...(wanted.form === undefined ? {} : { body: text(wanted.form) }),
      }
      fetch(`${address()}/${host}${pathname.replace('//', '/')}?${query}`, init)
        .then(async (reply) => {
          const raw = await reply.text()
          const body = wanted.json ? JSON.parse(raw) : raw
          return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), body }
        })
        .then(
          (response) => done(null, response, response.body),
          (error: Error) => done(error),
        )
    }
  return { defaults: ({ jar }: { jar: Parameters<typeof carry>[0] }) => carry(jar) }
}

// The shop's session at Steam: opened when it is first used, and again when Steam has ended it.
import TradeOfferManager from 'steam-tradeoffer-manager'
import SteamCommunity from 'steamcommunity'
import { TradeFailed } from '../provider.ts'
import { type SignInTransport, type SteamAccount, signedIn } from './signed-in.ts'

export interface SteamSessionOptions extends SteamAccount {
  /** For tests, which have no Steam: what carries the sign-in, and all other requests. */
  readonly carriers?: { readonly signIn: SignInTransport; readonly request: SteamCommunity.Options['request'] }
}

export interface SteamSession {
  readonly community: SteamCommunity
  readonly manager: TradeOfferManager
  /** Does work while signed in; the token opens Steam's API. */
  within<T>(work: (token: string) => Promise<T>): Promise<T>
  close(): void
}

type Done<T> = (error: Error | null, value: T) => void

/** No call holds up what stands behind it for longer. */
const CALL_MS = 90_000

/** What a call with a callback comes to, as a promise. Rejects with TradeFailed when nothing came in time. */
export function called<T>(work: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new TradeFailed('Steam: no answer in time')), CALL_MS)
    late.unref()
    work((error, value) => {
      clearTimeout(late)
      if (error) reject(error)
      else resolve(value)
    })
  })
}

/** What Steam says when a session has run out, in the words of the library. */
function isSignedOut(error: unknown): boolean {
  return error instanceof Error && /^(Not Logged In|HTTP error 40[13])$/.test(error.message)
}

/** The token that a session's cookies carry, which opens Steam's API. */
function accessTokenIn(cookies: readonly string[]): string {
  const value = cookies.find((cookie) => cookie.startsWith('steamLoginSecure='))?.split(/[=;]/)[1] ?? ''
  const [, token] = decodeURIComponent(value).split('||')
  if (token === undefined) throw new TradeFailed('Steam: the sign-in gave no token')
  return token
}

/** Newer than the types of the library. */
const { acknowledgeTradeProtection: acknowledge } = SteamCommunity.prototype as unknown as {
  acknowledgeTradeProtection(this: SteamCommunity, callback: (error: Error | null) => void): void
}

/** The session of an account. */
export function openSession(options: SteamSessionOptions): SteamSession {
  const { carriers } = options
  const account = signedIn(options, carriers?.signIn)
  const community = new SteamCommunity(carriers === undefined ? {} : { request: carriers.request })
  const manager = new TradeOfferManager({
    community,
    useAccessToken: true,
    // Withdrawals are asked about one by one; nothing is kept on disk.
    pollInterval: -1,
    dataDirectory: null,
  })
  let accessToken: string | undefined
  community.on('sessionExpired', () => {
    accessToken = undefined
  })

  async function ready(): Promise<string> {
    if (accessToken !== undefined) return accessToken
    const cookies = await account.cookies()
    await called<void>((done) => manager.setCookies(cookies, (error) => done(error, undefined)))
    // Steam sends nobody an offer before the account has taken note of trade protection; it may do so again.
    await called<void>((done) => acknowledge.call(community, (error) => done(error, undefined)))
    accessToken = accessTokenIn(cookies)
    return accessToken
  }

  return {
    community,
    manager,
    async within(work) {
      const token = await ready()
      try {
        return await work(token)
      } catch (error) {
        if (isSignedOut(error)) accessToken = undefined
        throw error
      }
    },
    close() {
      account.stop()
      manager.shutdown()
    },
  }
}

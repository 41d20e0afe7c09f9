// The shop's session at Steam: opened at its first use, and again when Steam has ended it.
import TradeOfferManager from 'steam-tradeoffer-manager'
import SteamCommunity from 'steamcommunity'
import { TradeFailed } from '../provider.ts'
import { createSteamLogin, type SignInTransport, type SteamCredentials } from './login.ts'

export interface SteamSessionOptions extends SteamCredentials {
  /** For tests, which have no Steam: the transport of the sign-in, and of all other requests. */
  readonly carriers?: { readonly signIn: SignInTransport; readonly request: SteamCommunity.Options['request'] }
}

export interface SteamSession {
  readonly community: SteamCommunity
  readonly manager: TradeOfferManager
  /** Runs work while signed in; the token is for Steam's API. */
  withSession<T>(work: (token: string) => Promise<T>): Promise<T>
  /** Returns whether the last sign-in succeeded; undefined before the first use. */
  isSignedIn(): boolean | undefined
  close(): void
}

type Done<T> = (error: Error | null, value: T) => void

/** The time limit of a call, so that calls after it are not blocked. */
const CALL_MS = 90_000

/** Converts a call with a callback to a promise. Rejects with TradeFailed when there is no answer in time. */
export function callAsPromise<T>(work: (done: Done<T>) => void): Promise<T> {
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

/** Recognizes the library's messages for a session that has expired. */
function isSignedOut(error: unknown): boolean {
  return error instanceof Error && /^(Not Logged In|HTTP error 40[13])$/.test(error.message)
}

/** Returns the token in a session's cookies, which is for Steam's API. */
function accessTokenIn(cookies: readonly string[]): string {
  const value = cookies.find((cookie) => cookie.startsWith('steamLoginSecure='))?.split(/[=;]/)[1] ?? ''
  const [, token] = decodeURIComponent(value).split('||')
  if (token === undefined) throw new TradeFailed('Steam: the sign-in returned no token')
  return token
}

/** Newer than the types of the library. */
const { acknowledgeTradeProtection: acknowledge } = SteamCommunity.prototype as unknown as {
  acknowledgeTradeProtection(this: SteamCommunity, callback: (error: Error | null) => void): void
}

/** Opens the session of an account. */
export function openSession(options: SteamSessionOptions): SteamSession {
  const { carriers } = options
  const account = createSteamLogin(options, carriers?.signIn)
  const community = new SteamCommunity(carriers === undefined ? {} : { request: carriers.request })
  const manager = new TradeOfferManager({
    community,
    useAccessToken: true,
    // Withdrawals are polled one by one; nothing is stored on disk.
    pollInterval: -1,
    dataDirectory: null,
  })
  let accessToken: string | undefined
  let isSignedIn: boolean | undefined
  community.on('sessionExpired', () => {
    accessToken = undefined
  })

  async function ready(): Promise<string> {
    if (accessToken !== undefined) return accessToken
    const cookies = await account.cookies()
    await callAsPromise<void>((done) => manager.setCookies(cookies, (error) => done(error, undefined)))
    // Steam allows no offers before the account has acknowledged trade protection; repeating it is harmless.
    await callAsPromise<void>((done) => acknowledge.call(community, (error) => done(error, undefined)))
    accessToken = accessTokenIn(cookies)
    return accessToken
  }

  return {
    community,
    manager,
    async withSession(work) {
      const token = await ready().catch((error: unknown) => {
        isSignedIn = false
        throw error
      })
      isSignedIn = true
      try {
        return await work(token)
      } catch (error) {
        if (isSignedOut(error)) accessToken = undefined
        throw error
      }
    },
    isSignedIn: () => isSignedIn,
    close() {
      account.stop()
      manager.shutdown()
    },
  }
}

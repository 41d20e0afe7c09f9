// The sign-in of the shop's account at Steam: by password and authenticator once, by the refresh token afterwards.
import { EAuthTokenPlatformType, LoginSession } from 'steam-session'
import { generateAuthCode } from 'steam-totp'
import { TradeFailed } from '../provider.ts'

/** The transport of a sign-in. */
export type SignInTransport = NonNullable<ConstructorParameters<typeof LoginSession>[1]>['transport']

const SIGN_IN_MS = 60_000

export interface SteamCredentials {
  readonly account: string
  readonly password: string
  /** The authenticator's shared secret, in base64. */
  readonly sharedSecret: string
}

export interface SteamLogin {
  /** Returns the cookies of a session at Steam, which lasts for about a day. */
  cookies(): Promise<string[]>
  /** Aborts a sign-in that is under way. */
  stop(): void
}

function authenticated(session: LoginSession): Promise<void> {
  return new Promise((resolve, reject) => {
    session.once('authenticated', () => resolve())
    session.once('timeout', () => reject(new TradeFailed('Steam: the sign-in took too long')))
    session.once('error', (error: Error) => reject(new TradeFailed(`Steam: ${error.message}`, { cause: error })))
  })
}

/** Creates the sign-in; `transport` is for tests, which have no Steam. */
export function createSteamLogin(account: SteamCredentials, transport?: SignInTransport): SteamLogin {
  let known: LoginSession | undefined
  let underWay: LoginSession | undefined

  async function signIn(): Promise<LoginSession> {
    const session = new LoginSession(EAuthTokenPlatformType.MobileApp, transport === undefined ? {} : { transport })
    session.loginTimeout = SIGN_IN_MS
    underWay = session
    try {
      const done = authenticated(session)
      // Awaited below; when the sign-in cannot even start, the next line throws instead.
      done.catch(() => undefined)
      const { actionRequired } = await session.startWithCredentials({
        accountName: account.account,
        password: account.password,
        steamGuardCode: generateAuthCode(account.sharedSecret),
      })
      // There is nobody who could act.
      if (actionRequired) throw new TradeFailed('Steam: the code was not accepted: check STEAM_TRADE_SHARED_SECRET')
      await done
      return session
    } catch (error) {
      session.cancelLoginAttempt()
      throw error
    } finally {
      underWay = undefined
    }
  }

  return {
    async cookies() {
      try {
        // The access token of a session that Steam has ended is useless: it is refreshed.
        if (known !== undefined) await known.refreshAccessToken()
        known ??= await signIn()
        return await known.getWebCookies()
      } catch (error) {
        // The refresh token may have expired: the next attempt starts with the password.
        known = undefined
        if (error instanceof TradeFailed) throw error
        throw new TradeFailed(`Steam: the sign-in failed (${error instanceof Error ? error.message : 'unknown'})`, {
          cause: error,
        })
      }
    },
    stop() {
      underWay?.cancelLoginAttempt()
    },
  }
}

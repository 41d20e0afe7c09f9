// The shop's account at Steam, signed in: by its password and authenticator once, by what that gave afterwards.
import { EAuthTokenPlatformType, LoginSession } from 'steam-session'
import { generateAuthCode } from 'steam-totp'
import { TradeFailed } from '../provider.ts'

/** Carries the calls of a sign-in. */
export type SignInTransport = NonNullable<ConstructorParameters<typeof LoginSession>[1]>['transport']

const SIGN_IN_MS = 60_000

export interface SteamAccount {
  readonly account: string
  readonly password: string
  /** The authenticator's, in base64. */
  readonly sharedSecret: string
}

export interface SignedIn {
  /** Cookies of a session at Steam that is good for about a day. */
  cookies(): Promise<string[]>
  /** Gives up a sign-in that is under way. */
  stop(): void
}

function authenticated(session: LoginSession): Promise<void> {
  return new Promise((resolve, reject) => {
    session.once('authenticated', () => resolve())
    session.once('timeout', () => reject(new TradeFailed('Steam: the sign-in took too long')))
    session.once('error', (error: Error) => reject(new TradeFailed(`Steam: ${error.message}`, { cause: error })))
  })
}

/** The account; `transport` is for tests, which have no Steam. */
export function signedIn(account: SteamAccount, transport?: SignInTransport): SignedIn {
  let known: LoginSession | undefined
  let underWay: LoginSession | undefined

  async function signIn(): Promise<LoginSession> {
    const session = new LoginSession(EAuthTokenPlatformType.MobileApp, transport === undefined ? {} : { transport })
    session.loginTimeout = SIGN_IN_MS
    underWay = session
    try {
      const done = authenticated(session)
      // Heard of below; a sign-in that cannot even begin is told by the next line instead.
      done.catch(() => undefined)
      const { actionRequired } = await session.startWithCredentials({
        accountName: account.account,
        password: account.password,
        steamGuardCode: generateAuthCode(account.sharedSecret),
      })
      // Nobody is there to do it.
      if (actionRequired) throw new TradeFailed('Steam: it does not take the code: check STEAM_TRADE_SHARED_SECRET')
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
        // The token of a session that Steam has ended is not worth having again.
        if (known !== undefined) await known.refreshAccessToken()
        known ??= await signIn()
        return await known.getWebCookies()
      } catch (error) {
        // What it gave may have run out: the next attempt begins with the password again.
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

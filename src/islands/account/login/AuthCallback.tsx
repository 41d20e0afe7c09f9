// Ends a sign-in: exchanges the one-time code for a token, then returns to the page where the sign-in started.
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenReply } from '../../../protocol/user.ts'
import { ApiError, post } from '../../../stores/kernel/api.ts'
import { openLoginFor } from '../../../stores/kernel/modals.ts'
import { loadUser, storeToken } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import empty from '../../ui/messages/empty-state.module.css'
import styles from './auth-callback.module.css'
import { type CallbackError, readCallback } from './return-path.ts'

interface Failure {
  error: CallbackError
  /** The path where the sign-in started. */
  back: string
  /** The message of the server, in the player's language. */
  message?: string
}

async function finish(code: string, back: string): Promise<Failure | null> {
  try {
    const reply = await post<TokenReply>('/auth/token', { code })
    if (!reply.success) return { error: reply.code === 'banned' ? 'refused' : 'failed', back, message: reply.message }
    storeToken(reply.token)
    await loadUser()
    return null
  } catch (fault) {
    console.error('The sign-in could not be finished', fault)
    return { error: fault instanceof ApiError && fault.status === 0 ? 'offline' : 'failed', back }
  }
}

function Failed({ failure }: { failure: Failure }): ReactElement {
  const { t } = useTranslation('login')
  const { error, back, message } = failure
  return (
    <>
      <span className={empty.light} data-failed="">
        <Icon name="alert" size={40} />
      </span>
      <h1>{t(`callback.errors.${error}.title`)}</h1>
      <p className={empty.text}>{message ?? t(`callback.errors.${error}.text`)}</p>
      <div className={empty.actions}>
        <Button tone="signal" size="l" icon="steam" onClick={() => openLoginFor(back)}>
          {t('callback.again')}
        </Button>
        <Button tone="quiet" size="l" href={back}>
          {t(back === '/' ? 'callback.home' : 'callback.back')}
        </Button>
      </div>
    </>
  )
}

function AuthCallbackView(): ReactElement {
  const { t } = useTranslation('login')
  const [failure, setFailure] = useState<Failure | null>(null)
  const begun = useRef(false)

  useEffect(() => {
    // The code can be used once.
    if (begun.current) return
    begun.current = true
    const callback = readCallback(location.hash)
    history.replaceState(null, '', location.pathname)
    if ('error' in callback) {
      setFailure(callback)
      return
    }
    void finish(callback.code, callback.back).then((failed) => {
      if (failed === null) location.replace(callback.back)
      else setFailure(failed)
    })
  }, [])

  return (
    <section className={classes(empty.empty, styles.callback)} aria-live="polite" aria-busy={failure === null}>
      {failure === null ? (
        <>
          <span className={empty.light}>
            <span className={styles.ring} />
            <Icon name="steam" size={40} />
          </span>
          <h1>{t('callback.working')}</h1>
          <p className={empty.text}>{t('callback.workingText')}</p>
        </>
      ) : (
        <Failed failure={failure} />
      )}
    </section>
  )
}

export const AuthCallback = island(AuthCallbackView)

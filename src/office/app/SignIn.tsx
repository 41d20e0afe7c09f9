// Signing in: with a passkey, or in a sandbox with one press.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionReply } from '../../protocol/office/session.ts'
import { Button } from '../parts/Button.tsx'
import { api } from '../session/api.ts'
import { Fault } from '../session/Fault.tsx'
import { assertPasskey } from '../session/passkeys.ts'
import { takeSession } from '../session/session.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import styles from './sign-in.module.css'

async function signInByPasskey(): Promise<SessionReply> {
  return api.post<SessionReply>('/session', await assertPasskey())
}

export function SignIn({ mode }: { mode: SessionReply['mode'] }): ReactElement {
  const { t } = useTranslation('office')
  const queries = useQueryClient()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (run: () => Promise<SessionReply>) => run(),
    onSuccess: (session) => takeSession(queries, session),
  })
  const signInAsOwner = (): Promise<SessionReply> => api.post<SessionReply>('/session/sandbox')
  const isSandbox = mode === 'sandbox'
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <p className={styles.word}>SPACEDROP</p>
        <h1>{t('sign-in.title')}</h1>
        <p className={styles.lead}>{isSandbox ? t('sign-in.sandbox') : t('sign-in.lead')}</p>
        {isSandbox ? (
          <Button tone="signal" busy={isPending && variables !== signInByPasskey} onClick={() => mutate(signInAsOwner)}>
            {t('sign-in.as-owner')}
          </Button>
        ) : null}
        <Button
          tone={isSandbox ? 'quiet' : 'signal'}
          icon="shield"
          busy={isPending && variables === signInByPasskey}
          onClick={() => mutate(signInByPasskey)}
        >
          {t('sign-in.passkey')}
        </Button>
        <Fault error={error} />
        <p className={styles.note}>{t('sign-in.invited')}</p>
        <LanguageMenu />
      </div>
    </main>
  )
}

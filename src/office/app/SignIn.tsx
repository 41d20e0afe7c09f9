// Signing in: with a passkey, or in a sandbox with one press.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionReply } from '../../protocol/office/session.ts'
import { Button } from '../parts/Button.tsx'
import { Entrance, Lead, Remark } from '../parts/Entrance.tsx'
import { api } from '../session/api.ts'
import { Fault } from '../session/Fault.tsx'
import { assertPasskey } from '../session/passkeys.ts'
import { takeSession } from '../session/session.ts'
import { LanguageMenu } from './LanguageMenu.tsx'

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
  return (
    <Entrance heading={t('sign-in.title')} title={t('title')}>
      <Lead>{isSandbox ? t('sign-in.sandbox') : t('sign-in.lead')}</Lead>
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
      <Remark>{t('sign-in.invited')}</Remark>
      <LanguageMenu />
    </Entrance>
  )
}

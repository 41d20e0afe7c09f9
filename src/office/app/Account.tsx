// Who is signed in, with which role, in which language; and the way out.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/Button.tsx'
import { api } from '../session/api.ts'
import { Fault } from '../session/Fault.tsx'
import { useSaveLanguage } from '../session/save-language.ts'
import { SESSION_CHANGES, sessionQuery, useOwnSession } from '../session/session.ts'
import styles from './account.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'

/** Signs out, and forgets all that was read. */
export function useSignOut(): { signOut: () => void; isPending: boolean; error: unknown } {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    scope: SESSION_CHANGES,
    mutationFn: () => api.remove('/session'),
    onSuccess: () => {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      return queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  return { signOut: () => mutate(), isPending, error }
}

export function Account(): ReactElement {
  const { t } = useTranslation('office')
  const { staff } = useOwnSession()
  const { signOut, isPending, error } = useSignOut()
  const saveLanguage = useSaveLanguage()
  return (
    <section className={styles.account} aria-label={t('account.label')}>
      <p className={styles.person}>
        <strong>{staff.name}</strong>
        <span>{t(`roles.${staff.role}`)}</span>
      </p>
      <Button icon="logout" busy={isPending} onClick={signOut}>
        {t('account.sign-out')}
      </Button>
      <Link to="/passkeys" className={styles.link}>
        {t('account.passkeys')}
      </Link>
      <Link to="/tell-me" className={styles.link}>
        {t('account.tell-me')}
      </Link>
      <div className={styles.language}>
        <LanguageMenu onChange={saveLanguage} />
      </div>
      <div className={styles.fault}>
        <Fault error={error} />
      </div>
    </section>
  )
}

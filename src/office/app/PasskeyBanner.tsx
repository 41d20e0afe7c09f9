// Asks for a second passkey until there is one: who loses the only one is locked out.
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { useOwnSession } from '../session/session.ts'
import styles from './frame.module.css'

export function PasskeyBanner(): ReactElement | null {
  const { t } = useTranslation('office')
  const { needsSecondPasskey, staff } = useOwnSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (!needsSecondPasskey || pathname === '/passkeys') return null
  return (
    <section className={styles.banner} aria-label={t('banner.label')}>
      <Icon name="shield" size={18} />
      <p>{staff.passkeys === 0 ? t('banner.first') : t('banner.second')}</p>
      <Button onClick={() => void navigate({ to: '/passkeys' })}>{t('banner.add')}</Button>
    </section>
  )
}

// The dashboard for who is not signed in: what it holds, and the way in.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Points, SignInInvitation } from '../ui/SignInInvitation.tsx'
import styles from './guest.module.css'

const ROOMS = [
  { name: 'items', icon: 'cases' },
  { name: 'history', icon: 'clock' },
  { name: 'rolls', icon: 'dice' },
  { name: 'settings', icon: 'shield' },
] as const

export function Guest(): ReactElement {
  const { t } = useTranslation('dashboard')
  const rooms = ROOMS.map(({ name, icon }) => ({
    icon,
    title: t(`guest.rooms.${name}.title`),
    text: t(`guest.rooms.${name}.text`),
  }))
  return (
    <div className={styles.guest}>
      <section className={styles.invitation}>
        <SignInInvitation icon="user" title={t('guest.title')}>
          {t('guest.text')}
        </SignInInvitation>
      </section>
      <Points points={rooms} />
    </div>
  )
}

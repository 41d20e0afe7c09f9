// The dashboard for who is not signed in: what it holds, and the way in.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { openLogin } from '../../stores/modals.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './guest.module.css'

const ROOMS = [
  { name: 'items', icon: 'cases' },
  { name: 'history', icon: 'clock' },
  { name: 'rolls', icon: 'dice' },
  { name: 'settings', icon: 'shield' },
] as const

export function Guest(): ReactElement {
  const { t } = useTranslation(['dashboard', 'common'])
  return (
    <div className={styles.guest}>
      <section className={styles.invitation}>
        <span className={styles.light}>
          <Icon name="user" size={40} />
        </span>
        <h2>{t('guest.title')}</h2>
        <p>{t('guest.text')}</p>
        <Button tone="signal" size="l" icon="steam" onClick={openLogin} aria-haspopup="dialog">
          {t('common:actions.signIn')}
        </Button>
      </section>
      <ul className={styles.rooms}>
        {ROOMS.map(({ name, icon }) => (
          <li key={name}>
            <Icon name={icon} size={24} />
            <h3>{t(`guest.rooms.${name}.title`)}</h3>
            <p>{t(`guest.rooms.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

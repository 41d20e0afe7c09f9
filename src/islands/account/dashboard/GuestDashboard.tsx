// The dashboard for guests: its sections, and the sign-in.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { FeatureList, GuestPanel } from '../../ui/messages/GuestPanel.tsx'
import styles from './guest-dashboard.module.css'

const SECTIONS = [
  { name: 'items', icon: 'cases' },
  { name: 'history', icon: 'clock' },
  { name: 'rolls', icon: 'dice' },
  { name: 'settings', icon: 'shield' },
] as const

export function GuestDashboard(): ReactElement {
  const { t } = useTranslation('dashboard')
  const sections = SECTIONS.map(({ name, icon }) => ({
    icon,
    title: t(`guest.rooms.${name}.title`),
    text: t(`guest.rooms.${name}.text`),
  }))
  return (
    <div className={styles.guest}>
      <GuestPanel icon="user" texts="dashboard" className={styles.panel} />
      <FeatureList features={sections} />
    </div>
  )
}

// The parts of a screen that guests see in place of a player's own content: why to sign in, the button, and what they get.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../classes.ts'
import { SignInButton } from '../controls/SignInButton.tsx'
import { Icon } from '../Icon.tsx'
import type { Elements } from '../own-element.tsx'
import styles from './guest-panel.module.css'

interface GuestPanelProps {
  readonly icon: string
  /** The namespace whose `guest.title` and `guest.text` the panel shows. */
  readonly texts: 'dashboard' | 'deposit'
  /** Follows the button in the same card. */
  readonly children?: Elements
  readonly className?: string | undefined
}

/** Asks a guest to sign in. */
export function GuestPanel({ icon, texts, children, className }: GuestPanelProps): ReactElement {
  const { t } = useTranslation(texts)
  return (
    <section className={classes(styles.panel, className)}>
      <div className={styles.prompt}>
        <span className={styles.light}>
          <Icon name={icon} size={40} />
        </span>
        <h2>{t('guest.title')}</h2>
        <p>{t('guest.text')}</p>
        <SignInButton tone="signal" size="l" />
      </div>
      {children}
    </section>
  )
}

/** A feature that is available after the sign-in. */
export interface Feature {
  readonly icon: string
  readonly title: string
  readonly text: string
}

interface FeatureListProps {
  readonly features: readonly Feature[]
  /** Whether the features are steps in an order. */
  readonly ordered?: boolean
}

export function FeatureList({ features, ordered = false }: FeatureListProps): ReactElement {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={styles.features}>
      {features.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} size={24} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  )
}

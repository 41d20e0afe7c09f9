// What a guest finds in a room that is a player's own: what it is for, the way in, and beside it what waits there.
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { SignInButton } from './SignInButton.tsx'
import styles from './sign-in-invitation.module.css'

interface SignInInvitationProps {
  icon: string
  title: string
  children: ReactNode
}

/** The words and the button; what they stand on comes from where they stand. */
export function SignInInvitation({ icon, title, children }: SignInInvitationProps): ReactElement {
  return (
    <div className={styles.invitation}>
      <span className={styles.light}>
        <Icon name={icon} size={40} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      <SignInButton tone="signal" size="l" />
    </div>
  )
}

/** One thing that waits behind the sign-in. */
export interface Point {
  readonly icon: string
  readonly title: string
  readonly text: string
}

export function Points({ points, ordered = false }: { points: readonly Point[]; ordered?: boolean }): ReactElement {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={styles.points}>
      {points.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} size={24} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  )
}

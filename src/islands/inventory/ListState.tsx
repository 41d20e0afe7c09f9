// What stands in place of a list of items: places of cards on their way, or why there is none and what to do. Always as high as the list.
import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './picker.module.css'

type ListStateProps =
  /** `text` is heard, not seen. */
  | { readonly kind: 'loading'; readonly text: string }
  | {
      readonly kind: 'message'
      readonly icon: string
      readonly title: string
      readonly text: string
      readonly children?: ReactNode
    }

const PLACES = Array.from({ length: 12 }, (_, place) => place)

export function ListState(props: ListStateProps): ReactElement {
  if (props.kind === 'loading') {
    return (
      <div className={styles.coming} aria-busy="true">
        <span className="unseen">{props.text}</span>
        {PLACES.map((place) => (
          <Skeleton key={place} width="100%" height={176} shape="card" />
        ))}
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <span className={styles.light} data-failed={props.icon === 'alert' || undefined}>
        <Icon name={props.icon} size={28} />
      </span>
      <p className={styles.title}>{props.title}</p>
      <p className={styles.text}>{props.text}</p>
      {props.children}
    </div>
  )
}

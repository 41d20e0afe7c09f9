// The crate on the stage. Its lid opens when the case is opened.
import { type ReactElement, useState } from 'react'
import { crateParts } from './crate-parts.ts'
import styles from './stage.module.css'

interface CrateProps {
  url: string
  image: string
  /** True from the tap until the result: the lid is raised. */
  opening: boolean
  enabled: boolean
}

export function Crate({ url, image, opening, enabled }: CrateProps): ReactElement {
  // A crate that is mounted for another opening is shown after a delay: most answers come sooner, and it would only flash.
  const [late] = useState(opening)
  return (
    <div
      className={styles.crate}
      data-opening={opening || undefined}
      data-late={late || undefined}
      data-off={enabled ? undefined : ''}
    >
      <div className={styles.glow} />
      {crateParts(url, image, 'svg').map(({ part, src }) => (
        <img key={part} className={styles[part]} src={src} alt="" width="400" height="400" fetchPriority="high" />
      ))}
    </div>
  )
}

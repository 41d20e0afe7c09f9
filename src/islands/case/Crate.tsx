// The crate on the stage, afloat on its own light. Its lid comes off when it is opened.
import { type ReactElement, useState } from 'react'
import { crateParts } from './crate-parts.ts'
import styles from './stage.module.css'

interface CrateProps {
  url: string
  image: string
  /** The answer is on its way: the lid lifts and light comes out. */
  opening: boolean
  enabled: boolean
}

export function Crate({ url, image, opening, enabled }: CrateProps): ReactElement {
  // A crate that comes back for another opening waits a moment: the answer is mostly faster, and a flash would be in its way.
  const [late] = useState(opening)
  return (
    <div
      className={styles.crate}
      data-opening={opening || undefined}
      data-late={late || undefined}
      data-off={enabled ? undefined : ''}
    >
      <div className={styles.glow} />
      {crateParts(url, image).map(({ part, src }) => (
        <img key={part} className={styles[part]} src={src} alt="" width="400" height="400" fetchPriority="high" />
      ))}
    </div>
  )
}

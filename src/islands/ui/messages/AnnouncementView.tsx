// What the shop announces, as players see it: a bar below the header, or a banner of the home page. Pages render it without a script, and the
// office shows it while it is written.
import type { ReactElement } from 'react'
import type { Language } from '../../../game/base/language.ts'
import type { Announcement } from '../../../game/office/announcements.ts'
import { classes } from '../classes.ts'
import styles from './announcement.module.css'

interface AnnouncementViewProps {
  readonly announcement: Announcement
  readonly language: Language
  /** The name of the region, and the words of its link and of its button. */
  readonly labels: Readonly<Record<'region' | 'more' | 'hide', string>>
  /** The icons of the page: each build has its own file of them. */
  readonly Icon: (props: { name: 'info' | 'close'; size: number }) => ReactElement
}

/** Renders an announcement. A script that puts it away finds it by `data-announcement`, and its button by `data-dismiss`. */
export function AnnouncementView({ announcement, language, labels, Icon }: AnnouncementViewProps): ReactElement {
  const { id, place, title, words, link, dismissible } = announcement
  return (
    <section
      className={classes(styles.announcement, styles[place])}
      aria-label={labels.region}
      lang={language}
      data-announcement={id}
    >
      <div className={styles.row}>
        <Icon name="info" size={place === 'bar' ? 18 : 22} />
        <p className={styles.text}>
          <strong>{title[language]}</strong> <span className={styles.words}>{words[language]}</span>
          {place === 'bar' && link !== null ? ' ' : null}
          {place === 'bar' ? <More link={link} title={title[language]} more={labels.more} /> : null}
        </p>
        {place === 'banner' ? <More link={link} title={title[language]} more={labels.more} /> : null}
        {dismissible ? (
          <button type="button" className={styles.hide} data-dismiss={id} aria-label={labels.hide}>
            <Icon name="close" size={16} />
          </button>
        ) : null}
      </div>
    </section>
  )
}

interface MoreProps {
  readonly link: string | null
  readonly title: string
  readonly more: string
}

function More({ link, title, more }: MoreProps): ReactElement | null {
  if (link === null) return null
  return (
    <a href={link} className={styles.more} rel="noopener" aria-label={`${more}: ${title}`}>
      {more}
    </a>
  )
}

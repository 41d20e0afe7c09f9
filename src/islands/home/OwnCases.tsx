// The cases that the player opened last, in a row on the home page.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { casePath } from '../../game/cases/case-path.ts'
import { $ownCases } from '../../stores/home/own-cases.ts'
import { island } from '../island.tsx'
import { smallCrate } from '../ui/items/small-crate.ts'
import { Price } from '../ui/money/Price.tsx'
import styles from './own-cases.module.css'

function OwnCasesView(): ReactElement {
  const { i18n } = useTranslation()
  const own = useStore($ownCases, { ssr: () => null })
  return (
    <ul className={styles.cases} aria-busy={own === null}>
      {own?.opened.map(({ url, name, image, price }) => (
        <li key={url}>
          <a href={casePath(url)}>
            <img src={smallCrate(url, image)} alt="" width="40" height="40" />
            {name[i18n.language as Language]}
            <Price cents={price} />
          </a>
        </li>
      ))}
    </ul>
  )
}

export const OwnCases = island(OwnCasesView)

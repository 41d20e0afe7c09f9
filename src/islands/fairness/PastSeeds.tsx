// Seeds that were rotated away, page by page, each with the file of its rolls.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { PastSeed } from '../../contract/fairness.ts'
import { formatDate } from '../../i18n/format.ts'
import { $exporting, loadMoreSeeds, type OwnSeeds, readRollsFile } from '../../stores/fairness.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Fact, FactList } from './Fact.tsx'
import styles from './fairness.module.css'

export function PastSeeds({ own }: { own: OwnSeeds }): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const { past, cursor, more } = own
  if (past.length === 0) return <p className={styles.quiet}>{t('past.none')}</p>
  return (
    <section className={styles.past} aria-labelledby="past-title">
      <h3 id="past-title">{t('past.title')}</h3>
      <p className={styles.quiet}>{t('past.text')}</p>
      <ul>
        {past.map((seed) => (
          <li key={seed.commit}>
            <Seed seed={seed} />
          </li>
        ))}
      </ul>
      {more === 'failed' && <p role="status">{t('common:errors.offline')}</p>}
      {cursor !== null && (
        <Button icon="chevron-down" loading={more === 'loading'} onClick={() => void loadMoreSeeds()}>
          {t('past.more')}
        </Button>
      )}
    </section>
  )
}

function Seed({ seed }: { seed: PastSeed }): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const exporting = useStore($exporting, { ssr: 'initial' })
  const { commit, serverSeed, clientSeed, rolls, revealed_at } = seed

  const save = async (): Promise<void> => {
    const file = await readRollsFile(commit)
    if (file === null) toast('error', t('common:errors.offline'))
    else saveFile(file, `rolls-${commit.slice(0, 8)}.json`)
  }

  return (
    <article className={styles.seed}>
      <header>
        <p>{t('past.line', { count: rolls, date: formatDate(revealed_at) })}</p>
        {rolls > 0 && (
          <Button loading={exporting === commit} disabled={exporting !== null} onClick={() => void save()}>
            {t('past.export')}
          </Button>
        )}
      </header>
      <FactList>
        <Fact name={t('fact.serverSeed')} code>
          {serverSeed}
        </Fact>
        <Fact name={t('fact.commit')} code>
          {commit}
        </Fact>
        <Fact name={t('fact.clientSeed')} code>
          {clientSeed}
        </Fact>
      </FactList>
    </article>
  )
}

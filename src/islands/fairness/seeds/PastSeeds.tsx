// Revealed seeds in pages, each with the file of its rolls.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../i18n/format.ts'
import type { PastSeed } from '../../../protocol/fairness.ts'
import { $exporting, $pastSeeds, loadMoreSeeds, readRollsFile } from '../../../stores/fairness/fairness.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from '../parts/fairness.module.css'

export function PastSeeds(): ReactElement {
  const { t } = useTranslation('fairness')
  const list = useStore($pastSeeds, { ssr: 'initial' })
  if (list.entries.length === 0) return <p className={styles.quiet}>{t('past.none')}</p>
  return (
    <section className={styles.past} aria-labelledby="past-title">
      <h3 id="past-title">{t('past.title')}</h3>
      <p className={styles.quiet}>{t('past.text')}</p>
      <ul>
        {list.entries.map((seed) => (
          <li key={seed.commit}>
            <Seed seed={seed} />
          </li>
        ))}
      </ul>
      <Pager list={list} label={t('past.more')} icon="chevron-down" onMore={() => void loadMoreSeeds()} />
    </section>
  )
}

function Seed({ seed }: { seed: PastSeed }): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const exporting = useStore($exporting, { ssr: 'initial' })
  const { commit, serverSeed, clientSeed, clientSeedSource, rolls, revealed_at } = seed

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
        {clientSeed !== null && (
          <Fact name={t('fact.clientSeed')} code>
            {clientSeed}
          </Fact>
        )}
        {clientSeedSource === 'server' && <Fact name={t('weaker.name')}>{t('weaker.seeds')}</Fact>}
      </FactList>
    </article>
  )
}

// The player's own play: what it cost, returned and took, by game, beside what the odds expect.
import { useStore } from '@nanostores/react'
import { type ReactElement, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { MIRROR_SPANS, type MirrorSpan } from '../../../game/fairness/mirror.ts'
import { formatCount, formatDate, formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { MirrorReply, PlayedSums } from '../../../protocol/mirror.ts'
import { $mirror, $mirrorSpan, loadMirror } from '../../../stores/account/mirror.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { RowSkeletons } from '../../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import styles from './mirror.module.css'

export function MirrorTab(): ReactElement {
  const { t, i18n } = useTranslation('mirror')
  use(lateTexts(i18n, 'mirror'))
  const span = useStore($mirrorSpan)
  useEffect(() => void loadMirror(), [])
  const options = MIRROR_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))
  return (
    <div className={styles.mirror}>
      <div className={styles.head}>
        <p className={styles.lead}>{t('lead')}</p>
        <Segmented<MirrorSpan>
          label={t('span.label')}
          options={options}
          value={span}
          onChange={(days) => void loadMirror(days)}
        />
      </div>
      <Reading />
      <div className={styles.protect}>
        <p>{t('protect.text')}</p>
        <Button href="/protection" icon="shield">
          {t('protect.limits')}
        </Button>
      </div>
      <How />
    </div>
  )
}

function Reading(): ReactElement {
  const { t } = useTranslation('mirror')
  const view = useStore($mirror)
  if (view.status === 'loading') return <RowSkeletons label={t('loading')} count={2} height={280} />
  if (view.status === 'failed') return <EmptyState icon="alert" text={t('failed')} onRetry={() => void loadMirror()} />
  const { total } = view.mirror
  if (total === null) return <EmptyState icon="clock" title={t('none.title')} text={t('none.text')} />
  return <PlayedGames mirror={view.mirror} total={total} />
}

/** Renders the numbers of all games, and of each; texts are loaded. */
export function PlayedGames({ mirror, total }: { mirror: MirrorReply; total: PlayedSums }): ReactElement {
  const { t, i18n } = useTranslation(['mirror', 'dashboard'])
  const { games, sessions, since } = mirror
  // One game alone is all games: its runs have a chance.
  const only = games.length === 1 ? games[0] : undefined
  return (
    <div className={styles.games}>
      <Played
        name={t('all')}
        played={only === undefined ? total : { ...total, expected_run: only.expected_run }}
        more={<Fact name={t('facts.sessions')}>{formatCount(sessions, i18n.language as Language)}</Fact>}
      />
      {games.length < 2
        ? null
        : games.map(({ game, ...played }) => (
            <Played
              key={game}
              name={game === 'battle' ? t('dashboard:tabs.battles') : t(`dashboard:rolls.game.${game}`)}
              played={played}
            />
          ))}
      {since === null ? null : <p className={styles.note}>{t('since', { date: formatDate(since) })}</p>}
    </div>
  )
}

interface PlayedProps {
  readonly name: string
  readonly played: PlayedSums
  /** Further facts. */
  readonly more?: Elements
}

/** Shows the numbers of one game, or of all. */
function Played({ name, played, more }: PlayedProps): ReactElement {
  const { t, i18n } = useTranslation('mirror')
  const language = i18n.language as Language
  const { rounds, staked, won, expected, error, longest, costliest, expected_run } = played
  const money = (amount: number): string => formatMoney(Math.round(amount))
  const signed = (amount: number): string => `${Math.round(amount) > 0 ? '+' : ''}${money(amount)}`
  const percent = (amount: number): string => formatPercent(amount / staked, language)
  const run = ({ rounds: count, lost }: PlayedSums['longest']): string =>
    count === 0 ? t('noRun') : t('runOf', { count, shown: formatCount(count, language), lost: formatMoney(lost) })
  return (
    <section className={styles.game} aria-label={name}>
      <h3>{name}</h3>
      <dl className={styles.facts}>
        <Fact name={t('facts.net')} isMain beside={[t('facts.expectedNet'), signed(expected - staked)]}>
          {signed(won - staked)}
        </Fact>
        <Fact
          name={t('facts.return')}
          isMain
          beside={[t('facts.expectedReturn'), t('band', { expected: percent(expected), error: percent(error) })]}
        >
          {percent(won)}
        </Fact>
        <Fact name={t('facts.staked')}>{money(staked)}</Fact>
        <Fact
          name={t('facts.won')}
          beside={[t('facts.expectedReturn'), t('band', { expected: money(expected), error: money(error) })]}
        >
          {money(won)}
        </Fact>
        <Fact name={t('facts.rounds')}>{formatCount(rounds, language)}</Fact>
        <Fact name={t('facts.time')}>
          <Time playedMs={played.played_ms} />
        </Fact>
        {more}
        <Fact
          name={t('facts.run')}
          {...(expected_run === null
            ? {}
            : { beside: [t('facts.expectedRun'), formatCount(Math.round(expected_run), language)] as const })}
        >
          {run(longest)}
        </Fact>
        <Fact name={t('facts.costliest')}>{run(costliest)}</Fact>
      </dl>
    </section>
  )
}

interface FactProps {
  readonly name: string
  readonly isMain?: boolean
  /** What the odds expect: its name and its value. */
  readonly beside?: readonly [name: string, value: string]
  readonly children: ReactNode
}

function Fact({ name, isMain = false, beside, children }: FactProps): ReactElement {
  return (
    <div className={styles.fact} data-main={isMain || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {beside === undefined ? null : (
        <dd className={styles.beside}>
          <span>{beside[0]}:</span> <span>{beside[1]}</span>
        </dd>
      )}
    </div>
  )
}

function Time({ playedMs }: { playedMs: number }): ReactElement {
  const { t } = useTranslation('mirror')
  const all = Math.round(playedMs / 60_000)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return <span>{hours === 0 ? t('minutes', { minutes }) : t('hours', { hours, minutes })}</span>
}

/** Says how everything is counted. */
function How(): ReactElement {
  const { t } = useTranslation('mirror')
  return (
    <details className={styles.how}>
      <summary>{t('how.title')}</summary>
      {(['net', 'odds', 'time', 'run', 'left'] as const).map((part) => (
        <p key={part}>{t(`how.${part}`)}</p>
      ))}
    </details>
  )
}

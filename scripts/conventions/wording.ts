// The words of players' texts: what must not be written, and what to write instead; scripts inside a word; quotation marks.
import type { Language } from '../../src/game/base/language.ts'

interface Rule {
  /** In lower case. */
  readonly wrong: RegExp
  readonly instead: string
}

/** Begins a word: \b knows Latin letters only. */
const START = '(?<![\\p{L}\\d])'

const rule = (wrong: string, instead: string): Rule => ({ wrong: new RegExp(START + wrong, 'u'), instead })

/** One word a concept, the one that players use. */
const RULES: Readonly<Record<Language, readonly Rule[]>> = {
  en: [
    rule('top(?:s|ped|ping)?[- ]?up', 'deposit'),
    rule('trade (?:link|address)', 'trade URL'),
    rule('invite(?:e|d (?:player|friend))', 'referral'),
    rule('house player', 'bot'),
    rule('dear(?:er|est)', 'most expensive'),
    rule('ask again', 'try again'),
    rule('all right', 'OK'),
    rule('money (?:went|came)', 'deposited, won, refunded'),
    rule('pay-?out', 'withdrawal'),
    rule('live (?:feed|strip)', 'live drops'),
    rule('shop', 'site, house edge'),
    rule('demo', 'try for free, free opening'),
    rule('(?:(?:take a|your) break|limits and breaks|break from playing)(?!\\p{L})', 'time-out'),
    rule('margins?(?!\\p{L})', 'house edge'),
    rule('proof of the roll', 'proof of the result'),
  ],
  ru: [
    rule('брос(?:ок|к)', 'результат, на /fairness ролл'),
    rule('трейд-?линк', 'трейд-ссылка'),
    rule('ссылк\\p{L}* (?:на|для) обмен', 'трейд-ссылка'),
    rule('приглаш[её]нн\\p{L}+ (?:игрок|друг|друз)', 'реферал'),
    rule('жив\\p{L}+ (?:лент|дроп)', 'лайв-дропы'),
    rule('метод\\p{L}* оплаты', 'способ оплаты'),
    rule('соединени', 'подключение'),
    rule('(?:часово|дневно|недельно)[йго]+ розыгрыш', 'ежечасный, ежедневный, еженедельный'),
    rule('возмещени', 'возврат'),
    rule('сесси', 'сеанс'),
    rule('игрок\\p{L}* (?:дома|сайта)', 'боты'),
    rule('(?:площадк|магазин)', 'сайт'),
    rule('создател', 'автор'),
    rule('демо', 'попробовать бесплатно, пробное открытие'),
    rule('вой(?:ти|дите) (?:в (?:батл|реванш)|бесплатно|·)', 'занять место, вступить'),
    rule('перерыв', 'пауза'),
    rule('марж', 'преимущество сайта'),
    rule('доход\\p{L}* сайта', 'преимущество сайта'),
    rule('(?:приз\\p{L}*|розыгрыш\\p{L}* и) рейтинг', 'таблица лидеров'),
    rule('вывод(?:ы|ам|ами|ах)(?!\\p{L})', 'вывод, заявка на вывод'),
    rule('не складыва', 'не суммируются'),
    rule('позвал', 'пригласил'),
    rule('срока нет', 'срок не ограничен'),
  ],
  uk: [
    rule('кид(?:ок|к)', 'результат, на /fairness рол'),
    rule('ролл', 'результат, на /fairness рол'),
    rule('майданчик', 'сайт'),
    rule('твор(?:ець|ц)', 'автор'),
    rule('безплатн', 'безкоштовно'),
    rule('трейд-?лінк', 'трейд-посилання'),
    rule('посиланн\\p{L}* (?:на|для) обмін', 'трейд-посилання'),
    rule('запрошен\\p{L}+ (?:грав|друг|друз)', 'реферал'),
    rule('жив\\p{L}+ (?:стрічк|дроп)', 'лайв-дропи'),
    rule('метод\\p{L}* оплати', 'спосіб оплати'),
    rule('з[’ʼ]єднан', 'підключення'),
    rule('(?:годинн|денн|тижнев)\\p{L}+ розіграш', 'щогодинний, щоденний, щотижневий'),
    rule('відшкодуван', 'повернення коштів'),
    rule('сесі', 'сеанс'),
    rule('грав\\p{L}* (?:дому|сайту)', 'боти'),
    rule('магазин', 'сайт'),
    rule('сид(?=(?:а|у|ом|и|ів)?(?!\\p{L}))', 'сід'),
    rule('демо', 'спробувати безкоштовно, пробне відкриття'),
    rule('ув?[іи]й(?:ти|діть) (?:[ву] (?:батл|реванш)|безкоштовно|·)', 'зайняти місце, приєднатися'),
    rule('перерв(?:а|и|у|і|ою|ам|ами|ах)?(?!\\p{L})', 'пауза'),
    rule('марж', 'перевага сайту'),
    rule('дох[оі]д\\p{L}* сайту', 'перевага сайту'),
    rule('(?:приз\\p{L}*|розіграш\\p{L}* та) рейтинг', 'таблиця лідерів'),
    // A sum over time is one: the net result of the own play.
    rule('(?:визначи\\p{L}+ (?:його |її )?підсум(?:ок|ку)|підсумок (?:визначи|можна|батл|розіграш))', 'результат'),
    rule('випад(?:ок|ком)(?!\\p{L})', 'випадковість'),
    rule('оберт(?:и|ів|ам|ами|ах)(?!\\p{L})', 'обертання'),
    rule('діюч\\p{L}+ сайт', 'робочий сайт'),
    rule('при (?:заміні|списанні|створенні|поповненні|вході|виведенні)', 'під час'),
    rule('кошти (?:не списано|повернено|надійдуть)', 'гроші'),
  ],
}

/** Only the page about fairness speaks of rolls. */
const ROLLS = rule('roll(?:s|ed)?(?!\\p{L})', 'result')

/** Proofs name seeds; a page for reading leaves them to the page about fairness. */
const SEEDS: Readonly<Record<Language, Rule>> = {
  en: rule('(?:seed|nonce)s?(?!\\p{L})', 'a text of your own, a secret number, a counter'),
  ru: rule('(?:сид(?:а|у|ом|е|ы|ов)?|nonce)(?!\\p{L})', 'собственный текст, секретное число, счётчик'),
  uk: rule('(?:сід(?:а|у|ом|и|ів)?|nonce)(?!\\p{L})', 'власний текст, таємне число, лічильник'),
}

/** Where a text is read. */
export type TextPlace = 'interface' | 'fairness' | 'static page'

function rulesOf(language: Language, place: TextPlace): readonly Rule[] {
  const rules = [...RULES[language]]
  if (language === 'en' && place !== 'fairness') rules.push(ROLLS)
  if (place === 'static page') rules.push(SEEDS[language])
  return rules
}

/** A word with letters of two alphabets; a hyphen separates words. */
const MIXED = /\p{L}*(?:\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin})\p{L}*/u

/** Dollars as `formatMoney` does not write them: without the cents of thousands, or with the sign after the number. */
const DOLLARS = /\$\d+,\d{3}(?!\d|\.\d)|\d \$/

/** What is no text of its language: placeholders, tags, addresses. */
const NOT_TEXT = /\{\{.*?\}\}|<[^>]*>|https?:\S+|\S+@\S+/g

/** Returns what is wrong with the wording of a text. */
export function wordingFaults(text: string, language: Language, place: TextPlace): string[] {
  const words = text.replaceAll(NOT_TEXT, ' ').replaceAll('\u00a0', ' ')
  const lower = words.toLowerCase()
  const faults = rulesOf(language, place).flatMap(({ wrong, instead }) => {
    const found = wrong.exec(lower)
    return found === null ? [] : [`says "${found[0]}"; the word is: ${instead}`]
  })
  const amount = DOLLARS.exec(words)?.[0]
  if (amount !== undefined) faults.push(`says "${amount}"; write money as the site shows it: $5,000.00`)
  const mixed = MIXED.exec(words)
  if (mixed !== null) faults.push(`has Latin and Cyrillic letters in one word: "${mixed[0]}"`)
  if (/["']/.test(words)) faults.push(`has a straight quotation mark or apostrophe: "${words.trim().slice(0, 60)}"`)
  return faults
}

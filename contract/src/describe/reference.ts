import type { TSchema } from 'typebox'
import { errorCatalogue } from '../language/errors.ts'
import { nodeOf } from '../language/field.ts'
import { fullPath, type Operation } from '../language/operation.ts'
import { accessText } from './access-text.ts'
import { batchParts } from './bodies.ts'
import { codesOf, itemCodesOf } from './codes.ts'
import { curl } from './examples.ts'
import { recordNames, type SchemaNames } from './schemas.ts'
import { bodyParams, type Entry, isUserWrite, type Section, sections, takesBody, takesIfMatch } from './sections.ts'
import { errorsTable, fieldsTable, limitsText, paramsTable, table, typeText } from './tables.ts'

/** The reference as Markdown, by file name: one page per resource, and `README.md` that lists them. */
export function referencePages(): Record<string, string> {
  const all = sections()
  const names = recordNames(all)
  const pages = all.map((section) => [`${section.slug}.md`, page(section, names)] as const)
  return { 'README.md': indexPage(all), ...Object.fromEntries(pages) }
}

function indexPage(all: readonly Section[]): string {
  const codes = Object.entries(errorCatalogue).map(([code, { status, meaning }]) => [
    String(status),
    `\`${code}\``,
    meaning,
  ])
  return paragraphs(
    '# Reference',
    'Every operation, resource by resource. Paths begin at the address of the door: production or sandbox.',
    'Types: a *long* is an integer of up to 64 bits, a *time* an instant such as `2026-01-31T12:00:00Z`, a *word* ' +
      'one of those listed. Lists are comma-separated in a query or form, and arrays in JSON. A parameter that is ' +
      '*removable* is optional, and an empty value removes what is there.',
    'Examples take from the shell what only the reader knows: `$BASE_URL`, `$SANDBOX_URL`, `$TOKEN`, `$ACCOUNT_ID`.',
    '## What users call',
    ...all.filter(({ caller }) => caller === 'user').map(indexEntry),
    '## What the operator calls',
    ...all.filter(({ caller }) => caller === 'operator').map(indexEntry),
    '## Error codes',
    table(['Status', 'Code', 'Meaning'], codes),
  )
}

function indexEntry(section: Section): string {
  return paragraphs(
    `### [${section.title}](${section.slug}.md)`,
    section.text,
    operationsTable(section, `${section.slug}.md`),
  ).trimEnd()
}

function operationsTable({ entries }: Section, file = ''): string {
  const rows = entries.map(({ name, operation }) => [
    `[${name}](${file}#${name.toLowerCase()})`,
    requestLine(operation),
    operation.summary,
  ])
  return table(['Operation', 'Request', 'What it does'], rows)
}

function page(section: Section, names: SchemaNames): string {
  const records = new Map<string, TSchema>()
  for (const { operation } of section.entries) {
    const name = names.get(operation.answer.data)
    if (name) records.set(name, operation.answer.data)
  }
  return paragraphs(
    `# ${section.title}`,
    section.text,
    operationsTable(section),
    ...section.entries.map((entry) => operationPart(entry, names)),
    ...(records.size > 0 ? ['## Records'] : []),
    ...[...records].flatMap(([name, schema]) => [`### ${name}`, fieldsTable(schema)]),
  )
}

function operationPart(entry: Entry, names: SchemaNames): string {
  const { name, operation, batch } = entry
  return paragraphs(
    `## ${name}`,
    operation.summary,
    ...(operation.description ? [operation.description] : []),
    facts(entry, names)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    ...(Object.keys(operation.params).length > 0 ? [paramsTable(operation.params)] : []),
    ...(batch ? [itemsTable(entry), 'Errors of the request:'] : ['Errors:']),
    errorsTable(codesOf(operation)),
    ...(batch ? ['Errors of an item; the answer is 400, whatever they are:', errorsTable(itemCodesOf(batch))] : []),
    `\`\`\`sh\n${curl(entry)}\n\`\`\``,
  ).trimEnd()
}

function facts(entry: Entry, names: SchemaNames): string[] {
  const { operation } = entry
  const { doors, spec } = operation
  return [
    requestLine(operation),
    doors.length > 1 ? 'In production and in the sandbox.' : `In the ${doors[0]} only.`,
    accessText(operation),
    ...(entry.batch || Object.keys(bodyParams(operation)).length > 0 ? [placeText(entry)] : []),
    ...(isUserWrite(operation) ? [safetyText(operation)] : []),
    answerText(operation, names),
    spec === 'ours' ? 'Goes beyond the published interface.' : `Implements part ${spec} of the interface.`,
  ]
}

function requestLine(operation: Operation): string {
  return `\`${operation.method} ${fullPath(operation)}\``
}

/** Where the parameters that are not in the path travel. */
function placeText({ operation, batch }: Entry): string {
  if (batch) return `Takes a JSON array of 1 to ${batch.max} items.`
  if (!takesBody(operation)) return 'Parameters travel in the query.'
  if (operation.takes === 'json') return 'Parameters travel in a JSON object.'
  return 'Parameters travel in the query, a form or a JSON object.'
}

function safetyText(operation: Operation): string {
  const headers = takesIfMatch(operation) ? '`Idempotency-Key`, `If-Match`' : '`Idempotency-Key`'
  return `Also takes the parameter \`validate_only\` in the query and ${headers} among the headers.`
}

function answerText({ success, answer, params, caller }: Operation, names: SchemaNames): string {
  const node = nodeOf(answer.data)
  const name = names.get(answer.data)
  const values = limitsText(node)
  const one = name ? `[${name}](#${name.toLowerCase()})` : `${typeText(node)}${values ? ` (${values})` : ''}`
  const data = answer.kind === 'single' ? one : `list of ${one}`
  const beside = [
    ...(caller === 'user' ? ['`request`'] : []),
    ...(answer.kind === 'list' ? ['`next_cursor`'] : []),
    ...Object.keys(answer.extra ?? {}).map((key) => `\`${key}\``),
    ...(params['with_total_count'] ? ['`total_count` when asked for'] : []),
  ]
  return `Answers ${success} with \`data\`: ${data}${beside.length > 0 ? `; beside it ${beside.join(', ')}` : ''}.`
}

/** What the items of a batch hold. */
function itemsTable(entry: Entry): string {
  const inPath = Object.keys(entry.operation.params)
  const rows = batchParts(entry).map(([type, operation]) => {
    const own = Object.entries(operation.params).filter(([name]) => !inPath.includes(name))
    const needed = own.filter(([, { need }]) => need === 'required').map(([name]) => `\`${name}\``)
    return [`\`${type}\``, operation.summary, needed.join(', ')]
  })
  return paragraphs(
    'Each item is an object with `operation_type` and `params`, which holds the parameters of that one operation.',
    table(['`operation_type`', 'What it does', 'Required in `params`'], rows),
  ).trimEnd()
}

function paragraphs(...texts: string[]): string {
  return `${texts.join('\n\n')}\n`
}

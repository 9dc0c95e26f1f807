// A notebook as a system under test: the adapter protocol in Node, with nothing but the standard library.
//
//   conformance probe --source 'command:"node adapter.mjs"'
//
// One JSON object a line comes in, one goes out. What the system lacks is answered with "unsupported".

import { createInterface } from "node:readline";

const text = (description, more = {}) => ({ type: "string", description, ...more });
const object = (required, properties, more = {}) => ({
  type: "object", additionalProperties: false, required, properties, ...more,
});

const TOOLS = {
  AddNote: {
    description: "Add a note to the notebook.",
    readsOnly: false,
    inputSchema: object(["title"], {
      title: text("What it is about.", { minLength: 1, maxLength: 80 }),
      body: text("The text."),
      labels: {
        type: "array", maxItems: 3, items: { type: "string", minLength: 1 }, description: "Words to find it by.",
      },
      reminder: object(
        ["delay_ms"],
        { delay_ms: { type: "integer", minimum: 0, description: "When to remind." } },
        { description: "Whether and when to come back to it." },
      ),
    }),
  },
  ListNotes: {
    description: "List the notes, newest first or by title.",
    readsOnly: true,
    inputSchema: object([], {
      limit: { type: "integer", minimum: 1, maximum: 50, description: "How many at most." },
      order: text("How they are sorted.", { enum: ["newest", "title"] }),
    }),
  },
};
const RESULT_SCHEMA = {
  type: "object",
  required: ["titles", "returned"],
  properties: { titles: { type: "array", items: { type: "string" } }, returned: { type: "integer" } },
};
const NOTES = ["Milk", "Bread", "Salt"];

class Refused extends Error {
  constructor(message, known = []) {
    super(message);
    this.known = known;
  }
}

const IS_A = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isInteger,
};
const own = (value, name) => Object.prototype.hasOwnProperty.call(value, name);

// Judge a value by the part of JSON Schema that the tools use.
function check(value, schema, place) {
  if (!IS_A[schema.type](value)) throw new Refused(`${place || "the input"} must be of type ${schema.type}`);
  if (schema.enum && !schema.enum.includes(value)) {
    throw new Refused(`${place} must be one of ${schema.enum}`, schema.enum);
  }
  // JSON Schema counts code points, JavaScript counts UTF-16 units
  const size = schema.type === "string" ? [...value].length : schema.type === "array" ? value.length : value;
  for (const low of ["minimum", "minLength", "minItems"]) {
    if (low in schema && size < schema[low]) throw new Refused(`${place} breaks ${low} ${schema[low]}`);
  }
  for (const high of ["maximum", "maxLength", "maxItems"]) {
    if (high in schema && size > schema[high]) throw new Refused(`${place} breaks ${high} ${schema[high]}`);
  }
  if (schema.type === "object") checkMembers(value, schema, place);
  if (schema.type === "array") value.forEach((item, index) => check(item, schema.items, `${place}/${index}`));
}

function checkMembers(value, schema, place) {
  const names = Object.keys(schema.properties);
  for (const name of Object.keys(value)) {
    if (!own(schema.properties, name)) throw new Refused(`unknown field '${name}' in ${place || "the input"}`, names);
  }
  for (const name of schema.required) {
    if (!own(value, name)) throw new Refused(`missing field '${name}' in ${place || "the input"}`, names);
  }
  for (const [name, member] of Object.entries(value)) check(member, schema.properties[name], `${place}/${name}`);
}

const toolError = (kind, message, hint) => ({ kind, message, details: null, recovery_hint: hint, retryable: false });

// Return the ToolError that an input deserves, or null.
function errorOf(tool, input) {
  if (!own(TOOLS, tool)) {
    return toolError("unknown_tool", `there is no tool '${tool}'`, `use one of ${Object.keys(TOOLS).join(", ")}`);
  }
  try {
    check(input, TOOLS[tool].inputSchema, "");
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const hint = refused.known.length
      ? `valid: ${refused.known.join(", ")}`
      : "send a value that the published schema allows";
    const message = `input for ${tool} does not match the tool schema: ${refused.message}`;
    return toolError("invalid_tool_input", message, hint);
  }
  return null;
}

const described = ([name, tool]) => ({
  name,
  family: "core_agent",
  stability: "stable",
  description: tool.description,
  input_schema: tool.inputSchema,
  freeform_grammar: null,
  related_surfaces: [],
  annotations: { readOnlyHint: tool.readsOnly },
  result_envelope: {
    canonical: "ToolResultEnvelope",
    success_result: "NotesResult",
    success_result_schema: RESULT_SCHEMA,
    error_result: "ToolError",
    model_rendering: "custom_text_receipt",
  },
});

function worked(tool, input) {
  if (tool === "AddNote") NOTES.push(input.title);
  const titles = input.order === "title" ? [...NOTES].sort() : [...NOTES].reverse();
  const shown = titles.slice(0, input.limit ?? 50);
  return { summary_text: `${shown.length} notes`, result: { titles: shown, returned: shown.length } };
}

const failureText = ({ tool_name, error }) =>
  [
    `${tool_name} failed (${error.kind}): ${error.message}`,
    error.recovery_hint,
    `retryable: ${error.retryable ? "yes" : "no"}`,
  ].join("\n");

const successText = ({ summary_text, result }) =>
  [summary_text, ...result.titles.map((title) => `- ${title}`), `Returned: ${result.returned}`].join("\n");

const receiptOf = (envelope) => (envelope.error ? failureText(envelope) : successText(envelope));

const OPERATIONS = {
  describe: () => ({
    inventory: {
      version: 2,
      source_of_truth: { tool_definitions: "adapter.mjs: TOOLS", input_schemas: "adapter.mjs: TOOLS" },
      stability_policy: { stable: "kept", experimental: "may change", deprecated: "goes" },
      tools: Object.entries(TOOLS).map(described),
    },
  }),
  catalog: () => ({ tools: Object.keys(TOOLS) }),
  parse: ({ tool, input }) => {
    const error = errorOf(tool, input);
    return error ? { accepted: false, error } : { accepted: true, arguments: input };
  },
  call: ({ tool, input }) => {
    const error = errorOf(tool, input);
    const envelope = error
      ? { tool_name: tool, status: "error", summary_text: error.message, result: null, error }
      : { tool_name: tool, status: "success", ...worked(tool, input), error: null };
    return { envelope, receipt: receiptOf(envelope) };
  },
  render: ({ envelope }) => ({ receipt: receiptOf(envelope) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = own(OPERATIONS, asked.op)
    ? { id: asked.id, ok: true, result: OPERATIONS[asked.op](asked) }
    : { id: asked.id, ok: false, unsupported: true };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Rules of this repository. A plugin of oxlint, which loads JavaScript. */
export default {
  meta: { name: 'router' },
  rules: {
    /** Clients of AWS are made by `createClient` alone: made by hand they wait for ever on an answer that does not come. */
    'aws-clients': {
      create: (context) => ({
        NewExpression(node) {
          if (node.callee.type === 'Identifier' && awsClients(context).has(node.callee.name)) {
            context.report({
              node,
              message: 'Use createClient of adapters/aws/create-client.ts: it knows when to give up.',
            });
          }
        },
      }),
    },
  },
};

/** The names under which a file imports client classes of the SDK. */
function awsClients({ sourceCode }) {
  const names = sourceCode.ast.body
    .filter(({ type, source }) => type === 'ImportDeclaration' && source.value.startsWith('@aws-sdk/client-'))
    .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));
  return new Set(names.filter((name) => name.endsWith('Client')));
}

import { dialectContract } from '../../contracts/dialect.ts';

for (const dialect of ['openai', 'anthropic', 'ai-sdk', 'clara'] as const) dialectContract(dialect);
